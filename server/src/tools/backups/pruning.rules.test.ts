import { expect, test } from 'vitest';
import { prunable } from './pruning.rules.ts';

const at = (day: string, time = '120000000') => `sterling-${day}T${time}Z.backup.gz.age`;

test('access 11: the newest backup of each of the latest days and weeks is kept', () => {
  // 2026-11-23 is a Monday
  const files = ['20261125', '20261124', '20261123', '20261122', '20261121', '20261115', '20261108'].map(
    (day) => at(day),
  );
  const kept = (keepDaily: number, keepWeekly: number) => {
    const gone = prunable(files, { keepDaily, keepWeekly });
    return files.filter((file) => !gone.includes(file)).map((file) => file.slice(9, 17));
  };
  expect(kept(2, 0)).toEqual(['20261125', '20261124']);
  expect(kept(0, 3)).toEqual(['20261125', '20261122', '20261115']);
  expect(kept(3, 2)).toEqual(['20261125', '20261124', '20261123', '20261122']);
  expect(kept(0, 0)).toEqual(['20261125']);
  expect(kept(100, 100)).toHaveLength(files.length);
});

test('access 11: of one day only the newest is kept, and a file that is no backup is never deleted', () => {
  const [morning, noon] = [at('20261125', '080000000'), at('20261125')];
  const others = ['vault.json', 'sterling-20261125T080000000Z.backup.gz.age.part', '..'];
  expect(prunable([morning, ...others, noon], { keepDaily: 5, keepWeekly: 5 })).toEqual([morning]);
});
