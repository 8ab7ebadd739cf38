import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { sha256 } from './hashing.ts';
import { NETWORK } from './params.ts';

/** The key of the sandbox's only miner, who is the faucet too; known to everyone, as its money is worth nothing. */
export const MINER_KEY = sha256(Buffer.from('sterling sandbox faucet'));
export const MINER_SCRIPT: Uint8Array = p2wpkh(pubECDSA(MINER_KEY), NETWORK).script;
