import { expect, test } from 'vitest';
import { currentToast, dismissToast, toast, watchToast } from './toast.ts';

test('S8.01 a new toast replaces the previous one', () => {
  const seen: (string | undefined)[] = [];
  const unwatch = watchToast(() => seen.push(currentToast()?.title));
  toast({ title: 'Rate Updated' });
  const first = currentToast()!.id;
  toast({ title: 'Delete Failed', variant: 'destructive' });
  // The timer of the first toast may fire late. It must not close the second toast.
  dismissToast(first);
  expect(currentToast()).toMatchObject({ title: 'Delete Failed', variant: 'destructive' });
  dismissToast(currentToast()!.id);
  expect(currentToast()).toBeNull();
  unwatch();
  expect(seen).toEqual(['Rate Updated', 'Delete Failed', undefined]);
});
