import { refuse } from '../../refusal.ts';

/** The library has 300 modules. A process loads them for its first passkey, because at the start they would delay it. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** A message of a browser, unchecked. */
type Message = Readonly<Record<string, unknown>>;

export interface Passkey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export type KnownPasskey = Pick<Passkey, 'credentialId' | 'transports'>;

/** The origin that a browser shows must be ours, so that a copy of the site cannot use a passkey. */
const hostOf = (origin: string): string => new URL(origin).hostname;

const descriptors = (known: readonly KnownPasskey[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Options with which a browser makes a passkey. `known`: the passkeys that the user has already. */
export async function enrolmentOptions(
  origin: string,
  user: { readonly id: string; readonly username: string },
  known: readonly KnownPasskey[],
): Promise<Message & { challenge: string }> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Sterling',
    rpID: hostOf(origin),
    userName: user.username,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: descriptors(known),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { ...options };
}

/** Options with which a browser uses one of the user's passkeys. */
export async function checkOptions(
  origin: string,
  known: readonly KnownPasskey[],
): Promise<Message & { challenge: string }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: descriptors(known),
    userVerification: 'preferred',
  });
  return { ...options };
}

/** The passkey that a browser made for a challenge. Refuses with check_failed. */
export async function readEnrolment(origin: string, challenge: string, answer: Message): Promise<Passkey> {
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(async () => {
    if (!(await isPlainAttestation(answer))) return null;
    return verifyRegistrationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: false,
    });
  });
  if (!verified?.verified) return refuse('check_failed');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const kept = transports.filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, MAX_TRANSPORTS);
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: kept };
}

const MAX_TRANSPORTS = 8;

/**
 * Whether an attestation names no certificate. We ask for none, and the library would look up a revocation list at an address
 * that the certificate of an attacker names.
 */
async function isPlainAttestation({ response }: Message): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const { attestationObject } = response as { attestationObject: string };
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/**
 * The counter of a passkey's answer to a challenge. The caller compares it with the stored one in the transaction that stores it.
 * Refuses with check_failed.
 */
export async function readAnswer(
  origin: string,
  challenge: string,
  answer: Message,
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: false,
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : refuse('check_failed');
}

/** The library throws for every kind of wrong answer, including one that it cannot read. */
async function orNull<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
