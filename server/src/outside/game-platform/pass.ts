import * as z from 'zod/mini';
import { type Gamepass, type GameSession, GameTrouble } from '../game-platform.ts';
import { OutsideName } from '../outside-name.ts';
import type { Caller } from './call.ts';
import { GameId, robuxOrNull } from './reading.ts';

const Price = z.optional(z.nullable(z.number().check(z.int(), z.nonnegative())));

/** The answer of product-info. `Creator.Id` is unused, because for groups it is not the group's id. */
const ProductInfo = z.object({
  TargetId: GameId,
  ProductId: GameId,
  Name: OutsideName,
  Creator: z.object({
    Name: OutsideName,
    CreatorType: z.enum(['User', 'Group']),
    CreatorTargetId: GameId,
  }),
  PriceInRobux: Price,
  UserBasePriceInRobux: Price,
  PriceDiscountDetails: z.optional(
    z.nullable(z.array(z.object({ Type: z.string(), AmountInRobux: z.number(), Percent: z.number() }))),
  ),
  IsForSale: z.boolean(),
});

/** Reads a gamepass. The payer's price may depend on the session. Null when the gamepass does not exist. */
export async function readGamepass(
  { read }: Caller,
  passId: string,
  session?: GameSession,
): Promise<Gamepass | null> {
  const path = `/game-passes/v1/game-passes/${passId}/product-info`;
  try {
    const pass = gamepassOf(await read({ host: 'apis', path, session }, ProductInfo));
    if (pass.id === passId) return pass;
    throw new GameTrouble({ kind: 'protocol' }, `GET ${path} answered another pass`);
  } catch (error) {
    if (error instanceof GameTrouble && error.trouble.kind === 'not_found') return null;
    throw error;
  }
}

function gamepassOf(info: z.output<typeof ProductInfo>): Gamepass {
  const discounts = info.PriceDiscountDetails ?? [];
  return {
    id: info.TargetId,
    productId: info.ProductId,
    name: info.Name,
    priceRobux: robuxOrNull(info.UserBasePriceInRobux ?? info.PriceInRobux),
    payerPrice: robuxOrNull(info.PriceInRobux),
    discounts: discounts.map(({ Type, AmountInRobux, Percent }) => ({
      type: Type,
      amountRobux: AmountInRobux,
      percent: Percent,
    })),
    isForSale: info.IsForSale,
    creatorType: info.Creator.CreatorType,
    creatorTargetId: info.Creator.CreatorTargetId,
    creatorName: info.Creator.Name,
  };
}
