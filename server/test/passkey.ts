import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey made of software: it answers challenges as a browser with an authenticator does (WebAuthn Level 3). */
export interface SoftPasskey {
  readonly id: string;
  /** The answer to the options of an enrolment. `certificate` adds an attestation that names one. */
  enrol(options: Message, more?: { origin?: string; certificate?: boolean }): Message;
  /** The answer to the options of a check. `counter`: as a copy of the key would count; without it, one more than before. */
  answer(options: Message, more?: { origin?: string; counter?: number }): Message;
}

type Message = Record<string, unknown>;

/** The origin of calls that the test server gets without a network. */
const TEST_ORIGIN = 'http://localhost:80';

const ATTESTED = 0x41;
const PRESENT = 0x01;

export function softPasskey(host = 'localhost'): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const { x, y } = publicKey.export({ format: 'jwk' });
  // COSE: kty EC2, alg ES256, crv P-256
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
  let counter = 0;
  const authenticatorData = (flags: number, attested = Buffer.alloc(0), count?: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    counter = count ?? counter + 1;
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(host).digest(), head, attested]);
  };
  const envelope = (response: Message): Message => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    id,
    enrol: ({ challenge }, { origin = TEST_ORIGIN, certificate = false } = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      const attestation = new Map<string, unknown>([
        ['fmt', certificate ? 'packed' : 'none'],
        ['attStmt', new Map(certificate ? [['x5c', [randomBytes(64)]]] : [])],
        ['authData', authenticatorData(ATTESTED, attested)],
      ]);
      return envelope({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    answer: ({ challenge }, { origin = TEST_ORIGIN, counter: count } = {}) => {
      const data = authenticatorData(PRESENT, undefined, count);
      const client = clientData('webauthn.get', challenge, origin);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return envelope({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}

const clientData = (type: string, challenge: unknown, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Encodes integers, texts, bytes, arrays and maps (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  return count < 256
    ? Buffer.from([(major << 5) | 24, count])
    : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
