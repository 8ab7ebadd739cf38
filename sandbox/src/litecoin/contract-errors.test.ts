import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GENESIS_HASH } from './params.ts';
import { catchRefusal } from './test-contract.ts';
import { type ContractNode, listNodes } from './test-nodes.ts';

const UNKNOWN_HASH = 'ab'.repeat(32);

describe.each(listNodes(false))('invalid calls: $name', ({ open }) => {
  let node: ContractNode;

  beforeAll(async () => {
    node = await open();
  }, 60_000);
  afterAll(() => node?.close());

  test.each([
    [
      'tmweb1qq2y95p5dytjxgav6zy7avhl7gfacqd3p8s7fdxn3qrfm9877teqjkq4x8ag62r2ahvfxnyj5yfak0mwa3kkjvurjc7h5tf2em04emhxj5vd0rfj4',
      { isvalid: true, ismweb: true, scriptPubKey: '' },
    ],
    ['2MwJZGrrQQko1S69xSeZt2bRmCSompaJ7in', { isvalid: true, address: 'QQfKPsieRrr6aGv14kbu7HsCLqFbgsaXWb' }],
    [
      'rltc1pw53jtgez0wf69n06fchp0ctk48620zdscnrj8heh86wykp9mv20qk08w8k',
      { iswitness: true, witness_version: 1 },
    ],
    [
      'RLTC1QRFXR69JQNHWUFXGKQGCDEP9PRQ4J4VUWUVUL5G',
      { isvalid: true, address: 'rltc1qrfxr69jqnhwufxgkqgcdep9prq4j4vuwuvul5g' },
    ],
    ['ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', { isvalid: false }],
    ['rltc1qrfxr69jqnhwufxgkqgcdep9prq4j4vuwuvul5q', { isvalid: false }],
    ['foo', { isvalid: false }],
    ['', { isvalid: false }],
  ])('validateaddress %s', async (address, expected) => {
    expect(await node.rpc('validateaddress', [address])).toMatchObject(expected);
  });

  test.each<[method: string, params: unknown[], code: number, message?: string]>([
    ['nosuchmethod', [], -32601, 'Method not found'],
    ['constructor', [], -32601, 'Method not found'],
    ['getblockcount', [1], -1],
    ['getblockhash', [], -1],
    ['getblockhash', [99_999], -8, 'Block height out of range'],
    ['getblockhash', [-1], -8, 'Block height out of range'],
    ['getblockhash', ['1'], -1, 'JSON value is not an integer as expected'],
    ['getblock', ['aa'], -8, "blockhash must be of length 64 (not 2, for 'aa')"],
    ['getblock', [5], -1, 'JSON value is not a string as expected'],
    ['getblock', [UNKNOWN_HASH], -5, 'Block not found'],
    ['getblockheader', [UNKNOWN_HASH], -5, 'Block not found'],
    ['getblockheader', ['x'.repeat(64)], -8, `hash must be hexadecimal string (not '${'x'.repeat(64)}')`],
    ['getmempoolentry', [UNKNOWN_HASH], -5, 'Transaction not in mempool'],
    ['getrawmempool', ['x'], -1, 'JSON value is not a boolean as expected'],
    ['getrawmempool', [true, true], -8, 'Verbose results cannot contain mempool sequence values.'],
    [
      'getrawtransaction',
      [UNKNOWN_HASH],
      -5,
      'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
    ],
    [
      'getrawtransaction',
      [UNKNOWN_HASH, true, GENESIS_HASH],
      -5,
      'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
    ],
    ['getrawtransaction', [UNKNOWN_HASH, true, UNKNOWN_HASH], -5, 'Block hash not found'],
    [
      'getrawtransaction',
      ['97ddfbbae6be97fd6cdf3e7ca13232a3afff2353e29badfab7f73011edd4ced9'],
      -5,
      'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
    ],
    ['gettxout', ['zz', 0], -8, "txid must be of length 64 (not 2, for 'zz')"],
    ['gettxout', [UNKNOWN_HASH, 'a'], -1, 'JSON value is not an integer as expected'],
    ['sendrawtransaction', ['00'], -22, 'TX decode failed. Make sure the tx has at least one input.'],
    ['sendrawtransaction', ['zz'], -22, 'TX decode failed. Make sure the tx has at least one input.'],
    ['sendrawtransaction', [5], -3, 'Expected type string, got number'],
    ['testmempoolaccept', ['00'], -3, 'Expected type array, got string'],
    ['testmempoolaccept', [['00']], -22, 'TX decode failed. Make sure the tx has at least one input.'],
    ['testmempoolaccept', [['00', '00']], -8, 'Array must contain exactly one raw transaction for now'],
    ['estimatesmartfee', [0], -8, 'Invalid conf_target, must be between 1 and 1008'],
    ['estimatesmartfee', ['a'], -3, 'Expected type number, got string'],
    [
      'estimatesmartfee',
      [6, 'xx'],
      -8,
      'Invalid estimate_mode parameter, must be one of: "unset", "economical", "conservative"',
    ],
    ['scantxoutset', ['start'], -1, 'scanobjects argument is required for the start action'],
    ['scantxoutset', ['foo'], -8, 'Invalid command'],
    ['scantxoutset', ['start', ['addr(foo)']], -5, 'Address is not valid'],
    ['scantxoutset', ['start', ['wpkh(foo)']], -5, "key 'foo' is not valid"],
    ['scantxoutset', ['start', ['bad']], -5, 'bad is not a valid descriptor function'],
    ['waitfornewblock', ['a'], -1, 'JSON value is not an integer as expected'],
  ])('%s %j is refused with %i', async (method, params, code, message) => {
    const error = await catchRefusal(node.rpc(method, params));
    expect(error.code).toBe(code);
    if (message === undefined) expect(error.message).toMatch(new RegExp(`^${method}`));
    else expect(error.message).toBe(message);
  });
});
