import { expect, test } from 'vitest';
import { currentToast, dismissToast, toast, watchToast } from './toast-store.ts';

test('S8.01 one toast at a time: a new one takes the place of the one before', () => {
  const seen: (string | undefined)[] = [];
  const unwatch = watchToast(() => seen.push(currentToast()?.title));
  toast({ title: 'Rate Updated' });
  const first = currentToast()!.id;
  toast({ title: 'Delete Failed', variant: 'destructive' });
  // The first one's end comes late and must not take the second away.
  dismissToast(first);
  expect(currentToast()).toMatchObject({ title: 'Delete Failed', variant: 'destructive' });
  dismissToast(currentToast()!.id);
  expect(currentToast()).toBeNull();
  unwatch();
  expect(seen).toEqual(['Rate Updated', 'Delete Failed', undefined]);
});
