import { getTip } from './chain.ts';
import { SUBVERSION } from './params.ts';
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
  getMempoolInfo,
  getRawMempool,
  getRawTransaction,
  getTxOut,
  sendRawTransaction,
  testMempoolAccept,
} from './rpc-mempool.ts';
import type { NodeState } from './state.ts';

/** A call with litecoind's usage line and its minimum and maximum number of parameters. */
type RpcCall = {
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  run(state: NodeState, params: unknown[]): unknown;
};

const PEERS = 8;

const CALLS: Record<string, RpcCall> = {
  estimatesmartfee: {
    usage: 'estimatesmartfee conf_target ( "estimate_mode" )',
    min: 1,
    max: 2,
    run: estimateSmartFee,
  },
  getbestblockhash: { usage: 'getbestblockhash', min: 0, max: 0, run: ({ chain }) => getTip(chain).hash },
  getblock: { usage: 'getblock "blockhash" ( verbosity )', min: 1, max: 2, run: getBlock },
  getblockchaininfo: { usage: 'getblockchaininfo', min: 0, max: 0, run: getBlockchainInfo },
  getblockcount: { usage: 'getblockcount', min: 0, max: 0, run: ({ chain }) => getTip(chain).height },
  getblockhash: { usage: 'getblockhash height', min: 1, max: 1, run: getBlockHash },
  getblockheader: { usage: 'getblockheader "blockhash" ( verbose )', min: 1, max: 2, run: getBlockHeader },
  getchaintips: { usage: 'getchaintips', min: 0, max: 0, run: getChainTips },
  getconnectioncount: { usage: 'getconnectioncount', min: 0, max: 0, run: () => PEERS },
  getmempoolinfo: { usage: 'getmempoolinfo', min: 0, max: 0, run: getMempoolInfo },
  getmempoolentry: { usage: 'getmempoolentry "txid"', min: 1, max: 1, run: getMempoolEntry },
  getnetworkinfo: { usage: 'getnetworkinfo', min: 0, max: 0, run: getNetworkInfo },
  getpeerinfo: { usage: 'getpeerinfo', min: 0, max: 0, run: getPeerInfo },
  getrawmempool: {
    usage: 'getrawmempool ( verbose mempool_sequence )',
    min: 0,
    max: 2,
    run: getRawMempool,
  },
  getrawtransaction: {
    usage: 'getrawtransaction "txid" ( verbose "blockhash" )',
    min: 1,
    max: 3,
    run: getRawTransaction,
  },
  gettxout: { usage: 'gettxout "txid" n ( include_mempool )', min: 2, max: 3, run: getTxOut },
  scantxoutset: {
    usage: 'scantxoutset "action" ( [scanobjects,...] )',
    min: 1,
    max: 2,
    run: scanTxOutSet,
  },
  sendrawtransaction: {
    usage: 'sendrawtransaction "hexstring" ( maxfeerate )',
    min: 1,
    max: 2,
    run: sendRawTransaction,
  },
  testmempoolaccept: {
    usage: 'testmempoolaccept ["rawtx",...] ( maxfeerate )',
    min: 1,
    max: 2,
    run: testMempoolAccept,
  },
  uptime: {
    usage: 'uptime',
    min: 0,
    max: 0,
    run: ({ now, startedAtMs }) => Math.max(0, Math.floor((now() - startedAtMs) / 1000)),
  },
  validateaddress: { usage: 'validateaddress "address"', min: 1, max: 1, run: validateAddress },
  waitfornewblock: { usage: 'waitfornewblock ( timeout )', min: 0, max: 1, run: waitForNewBlock },
};

/** Answers one JSON-RPC call, or throws `RpcError` with litecoind's code and message. Only `waitfornewblock` returns a promise. */
export function answerCall(state: NodeState, method: string, params: readonly unknown[]): unknown {
  const call = Object.hasOwn(CALLS, method) ? CALLS[method] : undefined;
  if (!call) throw new RpcError(-32601, 'Method not found');
  if (params.length < call.min || params.length > call.max) throw new RpcError(-1, call.usage);
  return call.run(state, [...params]);
}

function getNetworkInfo({ behaviour }: NodeState): object {
  return {
    version: 210505,
    subversion: behaviour.subversion,
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

/** The peers of a well-connected node. Sterling checks their number before it pays. */
function getPeerInfo({ chain }: NodeState): object[] {
  const { height } = getTip(chain);
  return Array.from({ length: PEERS }, (_, id) => ({
    id,
    addr: `127.0.0.1:${19444 + id}`,
    version: 70017,
    subver: SUBVERSION,
    inbound: false,
    synced_headers: height,
    synced_blocks: height,
  }));
}
