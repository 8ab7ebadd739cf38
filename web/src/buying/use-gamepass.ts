import { type Gamepass, gamepass } from '@sterling/contract/orders.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, call, explain } from '../api.ts';
import { toast } from '../ui/toast-store.ts';

/** The pause in typing after which an address is looked up. */
const PAUSE_MS = 500;

export type PassCheck =
  | { readonly state: 'none' | 'checking' }
  | { readonly state: 'invalid'; readonly message: string }
  | { readonly state: 'found'; readonly pass: Gamepass };

/** Looks the pass behind an address up, 500 ms after the last change; `onFound` hears of each answer that is still wanted. */
export function useGamepass(url: string, onFound: (pass: Gamepass) => void) {
  const address = url.trim();
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (wanted: string) => call(gamepass.validate, { body: { url: wanted } }),
    // Someone waits for the answer: without a connection it is an error immediately.
    networkMode: 'always',
  });
  const lookUp = () =>
    mutate(address, {
      onSuccess: onFound,
      onError: (why) =>
        toast({ title: 'Invalid Gamepass', description: whyInvalid(why), variant: 'destructive' }),
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
    // What was answered for another address says nothing about this one.
    if (isPending || variables !== address) return { state: 'checking' };
    if (data) return { state: 'found', pass: data };
    return { state: 'invalid', message: whyInvalid(error) };
  }
}

const whyInvalid = (error: unknown): string =>
  error instanceof ApiError ? explain(error) : 'Failed to validate gamepass URL';
