import { expect, test } from 'vitest';
import { endingOf, parseImportLine } from './account-imports.rules.ts';

const PROXIES = [
  { id: 'p1', host: 'proxy.example', port: 8_080 },
  { id: 'p2', host: '2a00:1450:4001:81b::200e', port: 8_080 },
];

test.each([
  ['COOKIE', { cookie: 'COOKIE', rateCents: null, proxyId: undefined }],
  ['  COOKIE\r', { cookie: 'COOKIE', rateCents: null, proxyId: undefined }],
  ['COOKIE,4.25', { cookie: 'COOKIE', rateCents: 425, proxyId: undefined }],
  ['"COOKIE", "$4"', { cookie: 'COOKIE', rateCents: 400, proxyId: undefined }],
  ['COOKIE\t3.5\tproxy.example:8080', { cookie: 'COOKIE', rateCents: 350, proxyId: 'p1' }],
  ['COOKIE,Proxy.Example:8080,3', { cookie: 'COOKIE', rateCents: 300, proxyId: 'p1' }],
  ['COOKIE,[2a00:1450:4001:81b:0:0:0:200E]:8080', { cookie: 'COOKIE', proxyId: 'p2' }],
  ['Cookie: a=b; .ROBLOSECURITY=X', { cookie: 'Cookie: a=b; .ROBLOSECURITY=X', rateCents: null }],
])('S9.07 the line %j is read', (text, wanted) => {
  expect(parseImportLine(text, PROXIES)).toMatchObject(wanted);
});

test.each([
  ['4.25', 'The cookie is missing'],
  [',,', 'The cookie is missing'],
  ['COOKIE,0.5', 'Rate must be between $1 and $6'],
  ['COOKIE,6.01', 'Rate must be between $1 and $6'],
  ['COOKIE,3.123', 'Use at most two decimals in the rate'],
  ['COOKIE,3,4', 'Enter cookie, cookie,rate or cookie,rate,host:port'],
  ['COOKIE,hello', 'Enter cookie, cookie,rate or cookie,rate,host:port'],
  ['COOKIE,proxy.example:8081', "This proxy isn't in your list. Add it under Proxies first"],
  ['COOKIE,other.example:8080', "This proxy isn't in your list. Add it under Proxies first"],
])('S9.07 the line %j is refused, and the reason never repeats it', (text, reason) => {
  expect(parseImportLine(text, PROXIES)).toBe(reason);
});

test('S9.07 a cookie is shown by four characters at most', () => {
  expect(endingOf('_|WARNING|_SECRET1234')).toBe('1234');
});
