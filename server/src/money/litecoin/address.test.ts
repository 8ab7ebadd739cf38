import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { isAmbiguous, parseAddress } from './address.ts';

const WPKH = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';

describe('an address on the main network', () => {
  test.each([
    ['bech32', WPKH, WPKH, '0014'],
    ['bech32 in upper case', WPKH.toUpperCase(), WPKH, '0014'],
    ['a URI with an amount', `litecoin:${WPKH}?amount=1.5`, WPKH, '0014'],
    ['legacy', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', '76a914'],
    ['P2SH with M', 'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9', 'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9', 'a914'],
    [
      'P2SH with 3, shown with M',
      '3PQXr1pxwQ3xGrpaxFEwqbeCfMYPPtqyjT',
      'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9',
      'a914',
    ],
    [
      'taproot',
      'ltc1pw53jtgez0wf69n06fchp0ctk48620zdscnrj8heh86wykp9mv20q8elgat',
      'ltc1pw53jtgez0wf69n06fchp0ctk48620zdscnrj8heh86wykp9mv20q8elgat',
      '5120',
    ],
  ])('is accepted as %s', (_kind, given, canonical, scriptStart) => {
    const { address, script } = parseAddress(` ${given}\n`, 'main');
    expect(address).toBe(canonical);
    expect(Buffer.from(script).toString('hex').startsWith(scriptStart)).toBe(true);
    expect(parseAddress(address, 'main')).toEqual({ address, script });
  });

  test.each([
    ['', 'enter an address'],
    ['hello', 'this is not a Litecoin address'],
    [`${WPKH.slice(0, -1)}x`, 'it has a typo, copy it again'],
    ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc2', 'it has a typo, copy it again'],
    [`ltc1Q${WPKH.slice(5)}`, 'upper and lower case are mixed, copy it again'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'this is a Bitcoin address'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'this is a Bitcoin address'],
    ['rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k5njxa5', 'this address belongs to a Litecoin test network'],
    ['tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0', 'this address belongs to the Litecoin test network'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'this address belongs to the Litecoin test network'],
    [
      `ltcmweb1qq${'q'.repeat(110)}`,
      'MWEB addresses are not supported, use one that starts with L, M or ltc1',
    ],
    ['ltc1zqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs0twu3h', 'witness version 2 is not in use'],
    [
      'ltc1pq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9q5zsmv72wn',
      'nobody can spend what is sent to that address',
    ],
    ['ltc1pfees06t9sd', 'everyone can spend what is sent to that address'],
  ])('%s is refused: %s', (given, why) => {
    expect(reasonFor(given, 'main')).toBe(`Invalid LTC address: ${why}`);
  });

  test('is refused on the sandbox network', () => {
    expect(reasonFor(WPKH, 'regtest')).toBe(
      'Invalid LTC address: this address belongs to the Litecoin main network',
    );
    expect(reasonFor('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'regtest')).toBe(
      'Invalid LTC address: this address belongs to the Litecoin main network',
    );
  });
});

test('rare day 19: only the form with 3 may also be an address of Bitcoin', () => {
  expect(isAmbiguous('litecoin:3PQXr1pxwQ3xGrpaxFEwqbeCfMYPPtqyjT', 'main')).toBe(true);
  for (const clear of [
    WPKH,
    'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  ])
    expect(isAmbiguous(clear, 'main')).toBe(false);
});

function reasonFor(given: string, network: 'main' | 'regtest'): string {
  try {
    return `accepted: ${parseAddress(given, network).address}`;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).code).toBe('invalid_ltc_address');
    return (error as Refusal).message;
  }
}
