import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublic } from '../../outside/address-guard.ts';
import { inLanguage } from '../../platform/language.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { parseLine, plainHost, urlOf } from './proxies.rules.ts';

describe('S6.07 a host', () => {
  test.each([
    ['Proxy.Example.com', 'proxy.example.com'],
    ['proxy.example.com.', 'proxy.example.com'],
    [' proxy-1.example.com ', 'proxy-1.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['203.0.113.7', '203.0.113.7'],
    ['2606:4700:4700:0::1111', '2606:4700:4700::1111'],
    ['[2606:4700:4700::1111]', '2606:4700:4700::1111'],
  ])('%s is kept as %s', (given, kept) => expect(plainHost(given)).toBe(kept));

  test.each([
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['１２７．０．０．１', '127.0.0.1'],
    ['①②⑦.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['169.254.43518', '169.254.169.254'],
  ])('%s is read as %s, which is not public', (given, kept) => {
    expect(plainHost(given)).toBe(kept);
    expect(isPublic(kept)).toBe(false);
  });

  test.each([
    ...[
      '',
      ' ',
      '.',
      'a..b',
      '-a',
      'a b',
      'a/b',
      'a:80',
      '[::1]:80',
      '[::1',
      'u@h',
      'h#x',
      'h?x',
      'h\\x',
      'h%00',
    ],
    ...[
      'http://h',
      'fe80::1%eth0',
      '[fe80::1%25lo]',
      '256.1.1.1',
      '1.2.3.4.5',
      'x'.repeat(64),
      '::g',
      "a'b",
      'a,b',
    ],
    ...['%31%32%37.0.0.1', 'h\u0000', 'h\n.example'],
  ])('%j is not a host', (given) => expect(plainHost(given)).toBe(null));

  test('an accepted host stays the same when it is parsed again, and is the host of its URL', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.domain(), fc.ipV4Extended(), fc.ipV6(), fc.string({ unit: 'binary' })),
        (text) => {
          const host = plainHost(text);
          if (host === null) return;
          expect(plainHost(host)).toBe(host);
          const url = new URL(urlOf({ host, port: 8080, username: null, password: null }));
          expect(url.hostname.replace(/^\[|\]$/g, '')).toBe(host);
          expect([url.port, url.pathname, url.username]).toEqual(['8080', '/', '']);
        },
      ),
    );
  });
});

describe('S6.07 a line of mass addition', () => {
  const proxy = (
    host: string,
    port: number,
    username: string | null = null,
    password: string | null = null,
  ) => ({
    host,
    port,
    username,
    password,
  });

  test.each([
    ['203.0.113.7:8080', proxy('203.0.113.7', 8080)],
    [' Proxy.example:3128 ', proxy('proxy.example', 3128)],
    ['proxy.example:3128:ann:secret', proxy('proxy.example', 3128, 'ann', 'secret')],
    ['proxy.example:3128:ann:a:b@c/d', proxy('proxy.example', 3128, 'ann', 'a:b@c/d')],
    ['[2606:4700::1]:3128:ann:x', proxy('2606:4700::1', 3128, 'ann', 'x')],
    ['http://proxy.example:80', proxy('proxy.example', 80)],
    ['HTTP://ann:p%40ss@proxy.example:3128/', proxy('proxy.example', 3128, 'ann', 'p@ss')],
    ['http://ann@proxy.example:3128', proxy('proxy.example', 3128, 'ann')],
    ['ann:secret@proxy.example:3128', proxy('proxy.example', 3128, 'ann', 'secret')],
  ])('%s is read', (line, wanted) => expect(parseLine(line)).toEqual(wanted));

  test.each([
    ['proxy.example', /port is missing/],
    ['http://proxy.example', /port is missing/],
    ['proxy.example:0', /from 1 to 65535/],
    ['proxy.example:65536', /from 1 to 65535/],
    ['proxy.example:99999999999999999999', /from 1 to 65535/],
    ['a b:80', /Enter host:port/],
    ['-x-:80', /Enter a hostname/],
    ['proxy.example:80:ann', /Enter host:port/],
    ['proxy.example:abc', /Enter host:port/],
    ['https://proxy.example:443', /^https proxies are not supported\. Use an HTTP proxy$/],
    ['socks5://ann:x@proxy.example:1080', /^socks5 proxies are not supported/],
    ['http://ann:%ff@proxy.example:80', /not URL-encoded/],
    ['http://:secret@proxy.example:80', /Enter host:port/],
    ['http://proxy.example:80/path', /Enter host:port/],
    [`proxy.example:80:ann:${'x'.repeat(300)}`, /too long/],
  ])('%s is refused: %s', (line, reason) => expect(parseLine(line)).toMatch(reason));

  test('S9.15 the reason of a refused scheme has a translation', () => {
    const reason = parseLine('socks5://proxy.example:1080') as string;
    expect(inLanguage('es', () => translateStored(reason))).toBe(
      'Los proxies socks5 no son compatibles. Usa un proxy HTTP',
    );
  });

  test('any line is parsed or refused with a reason, and a parsed line gives a valid proxy URL', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' })),
        (line) => {
          const wanted = parseLine(line);
          if (typeof wanted === 'string') return;
          const url = new URL(urlOf(wanted));
          expect(decodeURIComponent(url.username)).toBe(wanted.username ?? '');
          expect(decodeURIComponent(url.password)).toBe(wanted.password ?? '');
        },
      ),
    );
  });
});
