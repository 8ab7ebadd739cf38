import { type FoundPasses, type Gamepass, gamepass } from '@sterling/contract/gamepasses.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError, call, explain } from '../../data/call.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { dismissToast, toast } from '../../kit/ui/toast.ts';

/** Waits for a pause in typing before it looks up the URL. */
const PAUSE_MS = 500;

export type PassCheck =
  | { readonly state: 'none' | 'checking' }
  | { readonly state: 'invalid'; readonly message: string }
  | { readonly state: 'found'; readonly pass: Gamepass };

/** Looks up the gamepass 500 ms after the last change. Only an answer for the present URL calls `onFound` or shows a warning. */
export function useGamepass(url: string, onFound: (pass: Gamepass) => void) {
  const address = url.trim();
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (wanted: string) => call(gamepass.validate, { body: { url: wanted } }),
  });
  const warning = useRef(0);
  const present = useRef({ address, onFound });
  useEffect(() => {
    present.current = { address, onFound };
  });
  const lookUp = () =>
    mutate(address, {
      onSuccess: (pass) => {
        dismissToast(warning.current);
        if (present.current.address === address) present.current.onFound(pass);
      },
      onError: (why) => {
        if (present.current.address !== address) return;
        warning.current = toast({
          title: t('Invalid Gamepass'),
          description: whyInvalid(why),
          variant: 'destructive',
        });
      },
    });
  const lookUpNow = useEffectEvent(lookUp);
  useEffect(() => {
    if (!address) return;
    const timer = setTimeout(() => lookUpNow(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);

  return { check: check(), lookUp };

  function check(): PassCheck {
    if (!address) return { state: 'none' };
    // The result belongs to an earlier URL.
    if (isPending || variables !== address) return { state: 'checking' };
    if (data) return { state: 'found', pass: data };
    return { state: 'invalid', message: whyInvalid(error) };
  }
}

/** For a buyer who presses before the answer. */
export const STILL_CHECKING = {
  title: t('Still checking your gamepass'),
  description: t('Try again in a moment.'),
  variant: 'info',
} as const;

const whyInvalid = (error: unknown): string =>
  error instanceof ApiError ? explain(error) : t('Failed to validate gamepass URL');

type Pass = FoundPasses['passes'][number];

/** Passes at the amount of the order come first, the others in the order of the distance to it. */
export const bestFirst = (passes: readonly Pass[], amount: number): Pass[] =>
  passes.toSorted((a, b) => Math.abs(a.price - amount) - Math.abs(b.price - amount));

/** One sentence on what was found, and the next step if nothing can be chosen. */
export function foundSummary({ owner, passes, offSale, isComplete }: FoundPasses, amount: number): string {
  if (passes.length > 0) {
    const onSale = onSaleText(passes.length, owner);
    return isComplete
      ? onSale
      : `${onSale} ${t('There are more. If yours is missing, paste its link above.')}`;
  }
  if (!isComplete) return t('Roblox took too long. Try again.');
  if (offSale > 0) return offSaleText(offSale, owner, amount);
  return owner === null ? t('No gamepasses in this experience.') : t('No gamepasses by {owner}.', { owner });
}

function onSaleText(passes: number, owner: string | null): string {
  const count = formatWhole(passes);
  return owner === null
    ? plural(
        passes,
        '{count} gamepass on sale in this experience.',
        '{count} gamepasses on sale in this experience.',
        { count },
      )
    : plural(passes, '{count} gamepass on sale by {owner}.', '{count} gamepasses on sale by {owner}.', {
        count,
        owner,
      });
}

function offSaleText(passes: number, owner: string | null, robux: number): string {
  const [count, amount] = [formatWhole(passes), formatWhole(robux)];
  return owner === null
    ? plural(
        passes,
        '{count} gamepass in this experience, but none is on sale. Put one on sale at exactly {amount} Robux.',
        '{count} gamepasses in this experience, but none is on sale. Put one on sale at exactly {amount} Robux.',
        { count, amount },
      )
    : plural(
        passes,
        '{count} gamepass by {owner}, but none is on sale. Put one on sale at exactly {amount} Robux.',
        '{count} gamepasses by {owner}, but none is on sale. Put one on sale at exactly {amount} Robux.',
        { count, owner, amount },
      );
}

/** Whether a pasted link names an experience instead of a gamepass. */
export const isExperienceLink = (url: string): boolean =>
  /^(?:https?:\/\/)?(?:www\.|web\.)?roblox\.com\/(?:[a-z-]{2,5}\/)?games\/\d+/i.test(url.trim()) &&
  !/[?&]gamePassId=\d/i.test(url);
