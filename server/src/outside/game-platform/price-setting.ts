import * as z from 'zod/mini';
import { type GameSession, GameTrouble, type PriceSetAnswer, type PriceWanted } from '../game-platform.ts';
import { type Call, type Caller, describeCall } from './call.ts';
import { troubleOf } from './trouble.ts';

/** Sets price, sale and fixed pricing in one call, then reads them back as the creator. */
export async function setPrice(
  caller: Caller,
  session: GameSession,
  wanted: PriceWanted,
): Promise<PriceSetAnswer> {
  const path = `/game-passes/v1/universes/${wanted.universeId}/game-passes/${wanted.passId}`;
  const call: Call = { host: 'apis', path, method: 'PATCH', session, body: await formOf(wanted) };
  try {
    const reply = await caller.exchange(call);
    const refusal = refusalOf(reply.status, reply.text);
    const trouble = troubleOf(reply, describeCall(call));
    if (trouble && refusal && REFUSED_BY.has(trouble.trouble.kind)) return refusal;
    if (trouble) throw trouble;
  } catch (error) {
    if (!(error instanceof GameTrouble) || error.trouble.kind !== 'unclear') throw error;
    return { kind: 'unclear', detail: error.message };
  }
  return readBack(caller, session, path, wanted);
}

/** For these errors, the error code in the body says more than the status. */
const REFUSED_BY: ReadonlySet<string> = new Set(['protocol', 'not_found']);

const Refusal = z.object({ errorCode: z.string() });

function refusalOf(status: number, text: string): PriceSetAnswer | null {
  if (status < 400 || status >= 500) return null;
  try {
    const { errorCode } = z.parse(Refusal, JSON.parse(text));
    return { kind: 'refused', errorCode: errorCode.slice(0, 60) };
  } catch {
    return null;
  }
}

const AsCreator = z.object({
  isForSale: z.boolean(),
  priceInformation: z.object({
    defaultPriceInRobux: z.nullable(z.number()),
    enabledFeatures: z.array(z.string()),
  }),
});
/** Features that let Roblox change the price. We ask for `UserFixedPrice`. */
const PRICE_BY_PLATFORM = ['PriceOptimization', 'RegionalPricing'];

async function readBack(
  caller: Caller,
  session: GameSession,
  path: string,
  { price }: PriceWanted,
): Promise<PriceSetAnswer> {
  try {
    const seen = await caller.read({ host: 'apis', path: `${path}/creator`, session }, AsCreator);
    const { defaultPriceInRobux, enabledFeatures } = seen.priceInformation;
    const isFixed = !enabledFeatures.some((feature) => PRICE_BY_PLATFORM.includes(feature));
    if (seen.isForSale && defaultPriceInRobux === price && isFixed) return { kind: 'set' };
    return { kind: 'refused', errorCode: 'NotApplied' };
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    return { kind: 'unclear', detail: error.message };
  }
}

/** multipart/form-data, encoded by the runtime. */
async function formOf({ price }: PriceWanted): Promise<{ type: string; text: string }> {
  const form = new FormData();
  form.set('isForSale', 'true');
  form.set('price', String(price));
  form.set('isManagedPricingEnabled', 'false');
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type')!, text: await encoded.text() };
}
