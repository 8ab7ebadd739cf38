import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { sha256 } from './hashing.ts';
import { NETWORK } from './params.ts';

/** The key of the sandbox's only miner, which is also the faucet. It is public, because its coins have no value. */
export const MINER_KEY = sha256(Buffer.from('sterling sandbox faucet'));
export const MINER_SCRIPT: Uint8Array = p2wpkh(pubECDSA(MINER_KEY), NETWORK).script;
