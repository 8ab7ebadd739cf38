import { getTip } from './chain.ts';
import {
  getBlock,
  getBlockchainInfo,
  getBlockHash,
  getBlockHeader,
  getChainTips,
  waitForNewBlock,
} from './rpc-blocks.ts';
import { estimateSmartFee, scanTxOutSet, validateAddress } from './rpc-chain-queries.ts';
import { RpcError } from './rpc-error.ts';
import {
  getMempoolEntry,
  getRawMempool,
  getRawTransaction,
  getTxOut,
  sendRawTransaction,
  testMempoolAccept,
} from './rpc-mempool.ts';
import type { NodeState } from './state.ts';

/** A call as litecoind lists it: its usage line, and how many parameters it takes at least and at most. */
type RpcCall = {
  readonly usage: string;
  readonly least: number;
  readonly most: number;
  run(state: NodeState, params: unknown[]): unknown;
};

const PEERS = 8;

const CALLS: Record<string, RpcCall> = {
  estimatesmartfee: {
    usage: 'estimatesmartfee conf_target ( "estimate_mode" )',
    least: 1,
    most: 2,
    run: estimateSmartFee,
  },
  getbestblockhash: { usage: 'getbestblockhash', least: 0, most: 0, run: ({ chain }) => getTip(chain).hash },
  getblock: { usage: 'getblock "blockhash" ( verbosity )', least: 1, most: 2, run: getBlock },
  getblockchaininfo: { usage: 'getblockchaininfo', least: 0, most: 0, run: getBlockchainInfo },
  getblockcount: { usage: 'getblockcount', least: 0, most: 0, run: ({ chain }) => getTip(chain).height },
  getblockhash: { usage: 'getblockhash height', least: 1, most: 1, run: getBlockHash },
  getblockheader: { usage: 'getblockheader "blockhash" ( verbose )', least: 1, most: 2, run: getBlockHeader },
  getchaintips: { usage: 'getchaintips', least: 0, most: 0, run: getChainTips },
  getconnectioncount: { usage: 'getconnectioncount', least: 0, most: 0, run: () => PEERS },
  getmempoolentry: { usage: 'getmempoolentry "txid"', least: 1, most: 1, run: getMempoolEntry },
  getnetworkinfo: { usage: 'getnetworkinfo', least: 0, most: 0, run: getNetworkInfo },
  getpeerinfo: { usage: 'getpeerinfo', least: 0, most: 0, run: getPeerInfo },
  getrawmempool: {
    usage: 'getrawmempool ( verbose mempool_sequence )',
    least: 0,
    most: 2,
    run: getRawMempool,
  },
  getrawtransaction: {
    usage: 'getrawtransaction "txid" ( verbose "blockhash" )',
    least: 1,
    most: 3,
    run: getRawTransaction,
  },
  gettxout: { usage: 'gettxout "txid" n ( include_mempool )', least: 2, most: 3, run: getTxOut },
  scantxoutset: {
    usage: 'scantxoutset "action" ( [scanobjects,...] )',
    least: 1,
    most: 2,
    run: scanTxOutSet,
  },
  sendrawtransaction: {
    usage: 'sendrawtransaction "hexstring" ( maxfeerate )',
    least: 1,
    most: 2,
    run: sendRawTransaction,
  },
  testmempoolaccept: {
    usage: 'testmempoolaccept ["rawtx",...] ( maxfeerate )',
    least: 1,
    most: 2,
    run: testMempoolAccept,
  },
  uptime: {
    usage: 'uptime',
    least: 0,
    most: 0,
    run: ({ now, startedAtMs }) => Math.max(0, Math.floor((now() - startedAtMs) / 1000)),
  },
  validateaddress: { usage: 'validateaddress "address"', least: 1, most: 1, run: validateAddress },
  waitfornewblock: { usage: 'waitfornewblock ( timeout )', least: 0, most: 1, run: waitForNewBlock },
};

/** Answers one JSON-RPC call; throws `RpcError` with litecoind's code and message. Only `waitfornewblock` answers a promise. */
export function answerCall(state: NodeState, method: string, params: readonly unknown[]): unknown {
  const call = Object.hasOwn(CALLS, method) ? CALLS[method] : undefined;
  if (!call) throw new RpcError(-32601, 'Method not found');
  if (params.length < call.least || params.length > call.most) throw new RpcError(-1, call.usage);
  return call.run(state, [...params]);
}

function getNetworkInfo(): object {
  return {
    version: 210505,
    subversion: '/LitecoinCore:0.21.5.5/',
    protocolversion: 70017,
    localservices: '0000000001000409',
    localservicesnames: ['NETWORK', 'WITNESS', 'NETWORK_LIMITED', 'MWEB'],
    localrelay: true,
    timeoffset: 0,
    networkactive: true,
    connections: PEERS,
    connections_in: 0,
    connections_out: PEERS,
    networks: [],
    relayfee: 0.00001,
    incrementalfee: 0.00001,
    localaddresses: [],
    warnings: '',
  };
}

/** Peers of a node that is well connected: the number is what guards look at. */
function getPeerInfo({ chain }: NodeState): object[] {
  const { height } = getTip(chain);
  return Array.from({ length: PEERS }, (_, id) => ({
    id,
    addr: `127.0.0.1:${19444 + id}`,
    version: 70017,
    subver: '/LitecoinCore:0.21.5.5/',
    inbound: false,
    synced_headers: height,
    synced_blocks: height,
  }));
}
