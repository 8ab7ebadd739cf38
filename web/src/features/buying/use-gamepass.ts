import { type Gamepass, gamepass } from '@sterling/contract/gamepasses.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError, call, explain, isRefused } from '../../data/call.ts';
import { dismissToast, type Toast, toast } from '../../kit/ui/toast.ts';
import { useOnline } from '../../kit/ui/use-browser.ts';

/** Waits for a pause in typing before it looks up the URL. */
const PAUSE_MS = 500;

export type PassCheck =
  | { readonly state: 'none' | 'checking' }
  /** `title`: of a message. An answer that never came says nothing about the gamepass. */
  | { readonly state: 'invalid'; readonly title: string; readonly message: string }
  | { readonly state: 'found'; readonly pass: Gamepass };

/**
 * Looks up the gamepass after a pause in typing, and again when a lost connection is back. Only an answer for the present URL
 * calls `onFound` or shows a warning.
 */
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
          title: titleOf(why),
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
  const online = useOnline();
  const lookUpAgain = useEffectEvent(() => {
    if (variables === address && isRefused(error, 'network_error')) lookUp();
  });
  useEffect(() => {
    if (online) lookUpAgain();
  }, [online]);

  return { check: check(), lookUp };

  function check(): PassCheck {
    if (!address) return { state: 'none' };
    // The result belongs to an earlier URL.
    if (isPending || variables !== address) return { state: 'checking' };
    if (data) return { state: 'found', pass: data };
    return { state: 'invalid', title: titleOf(error), message: whyInvalid(error) };
  }
}

/** For a buyer who presses before the answer. */
const STILL_CHECKING = {
  title: t('Still checking your gamepass'),
  description: t('Try again in a moment.'),
  variant: 'info',
} as const;

export const INVALID_PASS = t('Invalid Gamepass');
const NOT_CHECKED = t("Couldn't check the gamepass");

/** Every other failure says nothing about the gamepass, such as an ended session. */
const ABOUT_THE_PASS = [400, 404];

const titleOf = (error: unknown): string =>
  error instanceof ApiError && ABOUT_THE_PASS.includes(error.status) ? INVALID_PASS : NOT_CHECKED;

/** What to say while nobody knows whether the gamepass is valid. Null: this is known, or there is none. */
export function whyUnknown(check: PassCheck): Omit<Toast, 'id'> | null {
  if (check.state === 'checking') return STILL_CHECKING;
  if (check.state !== 'invalid' || check.title === INVALID_PASS) return null;
  return { title: check.title, description: check.message, variant: 'destructive' };
}

const whyInvalid = (error: unknown): string =>
  error instanceof ApiError ? explain(error) : t('Failed to validate gamepass URL');

/** Whether a pasted link names an experience instead of a gamepass. */
export const isExperienceLink = (url: string): boolean =>
  /^(?:https?:\/\/)?(?:www\.|web\.)?roblox\.com\/(?:[a-z-]{2,5}\/)?games\/\d+/i.test(url.trim()) &&
  !/[?&]gamePassId=\d/i.test(url);
