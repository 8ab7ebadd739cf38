import { type Gamepass, gamepass } from '@sterling/contract/gamepasses.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { dismissToast, toast } from '../../kit/ui/toast-store.ts';

/** Waits for a pause in typing before it looks up the URL. */
const PAUSE_MS = 500;

export type PassCheck =
  | { readonly state: 'none' | 'checking' }
  | { readonly state: 'invalid'; readonly message: string }
  | { readonly state: 'found'; readonly pass: Gamepass };

/** Looks up the gamepass 500 ms after the last change. `onFound` gets only answers for the current URL. */
export function useGamepass(url: string, onFound: (pass: Gamepass) => void) {
  const address = url.trim();
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (wanted: string) => call(gamepass.validate, { body: { url: wanted } }),
    // The buyer waits for the answer, so a lost connection must fail immediately.
    networkMode: 'always',
  });
  const warning = useRef(0);
  const lookUp = () =>
    mutate(address, {
      onSuccess: (pass) => {
        dismissToast(warning.current);
        onFound(pass);
      },
      onError: (why) => {
        warning.current = toast({
          title: 'Invalid Gamepass',
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

const whyInvalid = (error: unknown): string =>
  error instanceof ApiError ? explain(error) : 'Failed to validate gamepass URL';
