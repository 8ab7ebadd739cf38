import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { t } from '@sterling/contract/texts.ts';
import { explain } from '../../data/call.ts';

type Message = Readonly<Record<string, unknown>>;

/** Browsers offer passkeys on secure pages with a name, and not on an IP address. */
export const hasPasskeys = (): boolean =>
  browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(window.location.hostname);

/** Asks the browser to make a passkey. */
export const makePasskey = async (options: Message): Promise<Message> => ({
  ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })),
});

/** Asks the browser to use a passkey. */
export const askPasskey = async (options: Message): Promise<Message> => ({
  ...(await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })),
});

/** Why a passkey did not work, in words for users. Browsers do not say whether the person cancelled. */
export function explainPasskey(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return t('This device has a passkey for Sterling already.');
  if (error instanceof WebAuthnError || (error instanceof DOMException && error.name === 'NotAllowedError'))
    return t('The passkey was not used. Please try again.');
  return explain(error);
}
