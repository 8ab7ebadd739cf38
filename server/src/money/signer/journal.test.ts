import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyFile } from '../../platform/vault/vault.ts';
import { openJournal, type SignedEntry } from './journal.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sterling-journal-'));
  file = join(directory, 'signer', 'signed.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true }));

const AT = new Date('2026-01-01T00:00:00Z');
const entry = (id: string, txid = `tx of ${id}`): SignedEntry => ({
  kind: 'withdrawal',
  id,
  txid,
  hex: '00'.repeat(200),
  fee: 141,
  at: AT.toISOString(),
});

test('rare day 12: the journal remembers over restarts what was signed, in a file for the signer alone', () => {
  const journal = openJournal(file);
  expect(journal.openedAt()).toBeNull();
  journal.open(AT);
  // more than the journal reads at a time
  const ids = Array.from({ length: 200 }, (_, index) => `w${index}`);
  for (const id of ids) journal.append(entry(id));
  journal.append(entry('w7'));
  journal.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1 + ids.length);

  const again = openJournal(file);
  expect(again.openedAt()).toEqual(AT);
  expect(again.sinceCompared().map(({ id }) => id)).toEqual(ids);
  for (const id of ids) expect(again.find('withdrawal', id)).toEqual(entry(id));
  expect(again.find('sweep', 'w7')).toBeNull();
  again.close();
});

test('rare day 12: an id never gets a second transaction, in no process that shares the journal', () => {
  const [journal, other] = [openJournal(file), openJournal(file)];
  journal.append(entry('w1'));
  expect(() => other.append(entry('w1', 'another'))).toThrow('was signed before, as tx of w1');
  expect(other.has('tx of w1')).toBe(true);
  journal.close();
  other.close();
});

test('rare day 24: two processes that sign the same ids at the same time agree on each transaction', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `w${index}`);
  const code = `import { openJournal } from ${JSON.stringify(join(import.meta.dirname, 'journal.ts'))};
    const [file, name] = process.argv.slice(1);
    const journal = openJournal(file);
    console.log('ready');
    process.stdin.once('data', () => {
      for (const id of ${JSON.stringify(ids)}) {
        const entry = { kind: 'withdrawal', id, txid: name + id, hex: '00', fee: 1, at: ${JSON.stringify(AT.toISOString())} };
        try { journal.append(entry); console.log(name + id); }
        catch (error) { if (!error.message.includes('was signed before')) throw error; }
      }
      process.exit();
    });`;
  const signers = ['a', 'b'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', code, file, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  await Promise.all(signers.map(({ stdout }) => once(stdout, 'data')));
  const printed = signers.map(({ stdout }) => text(stdout));
  for (const { stdin } of signers) stdin.write('start');
  const signed = (await Promise.all(printed))
    .flatMap((lines) => lines.trim().split('\n'))
    .filter((line) => line !== 'ready');
  const journal = openJournal(file);
  expect(signed.toSorted()).toEqual(ids.map((id) => journal.find('withdrawal', id)!.txid).toSorted());
  journal.close();
});

test('rare day 12: a last line that a crash cut off is ignored, and does not spoil the next one', () => {
  const journal = openJournal(file);
  journal.append(entry('w1'));
  journal.append(entry('w2'));
  journal.close();
  truncateSync(file, statSync(file).size - 10);
  const again = openJournal(file);
  expect([again.has('tx of w1'), again.has('tx of w2')]).toEqual([true, false]);
  again.append(entry('w3'));
  again.close();
  appendFileSync(file, '{"kind":"withdr');
  const last = openJournal(file);
  expect(last.sinceCompared().map(({ id }) => id)).toEqual(['w1', 'w3']);
  last.append(entry('w2', 'now'));
  expect(last.find('withdrawal', 'w2')).toMatchObject({ txid: 'now' });
  last.close();
});

test('rare day 12: a file that is no journal is refused and stays as it was, such as the only key of the seed', () => {
  createKeyFile(file);
  const key = readFileSync(file, 'utf8');
  // no message may show a part of the key
  expect(() => openJournal(file)).toThrow(/^this file is not a journal of the signer$/);
  expect(readFileSync(file, 'utf8')).toBe(key);
});

test('rare day 12: a journal that was deleted below the signer refuses the signature, which would otherwise be stored nowhere', () => {
  const journal = openJournal(file);
  journal.append(entry('w1'));
  rmSync(file);
  expect(() => journal.append(entry('w2'))).toThrow(
    /^SIGNER_JOURNAL_FILE .*signed\.jsonl: it was deleted or replaced while the signer ran/,
  );
  journal.close();
});

test('rare day 12: a complete line that this version cannot read stops the signer: it may be what a newer one has signed', () => {
  const journal = openJournal(file);
  appendFileSync(file, '{"kind":"gift","id":"g1","txid":"tx of g1"}\n');
  const unreadable = 'this version cannot read the line {"kind":"gift"';
  expect(() => journal.append(entry('w1'))).toThrow(unreadable);
  expect(() => openJournal(file)).toThrow(unreadable);
  journal.close();
});

test('rare day 12: the journal counts from the last comparison, and knows each of them', () => {
  const journal = openJournal(file);
  journal.append(entry('w1'));
  journal.appendCompared('r1', AT);
  journal.append(entry('w2'));
  expect(journal.sinceCompared().map(({ id }) => id)).toEqual(['w2']);
  expect([journal.hasCompared('r1'), journal.hasCompared('r2'), journal.lastCompared()]).toEqual([
    true,
    false,
    'r1',
  ]);
  expect(journal.has('tx of w1')).toBe(true);
  journal.close();
});

test('rare day 12: a disk that is full in the middle of a line refuses the signature', () => {
  const code = `import { openJournal } from ${JSON.stringify(join(import.meta.dirname, 'journal.ts'))};
    const entry = { kind: 'withdrawal', id: 'w1', txid: 'tx', hex: '0'.repeat(9000), fee: 1, at: ${JSON.stringify(AT.toISOString())} };
    try { openJournal(${JSON.stringify(file)}).append(entry); console.log('stored'); } catch (error) { console.log(error.message); }`;
  const limited = ['-c', 'ulimit -f 4; exec "$0" --input-type=module -e "$1"', process.execPath, code];
  expect(execFileSync('sh', limited, { encoding: 'utf8' })).toMatch(
    /^SIGNER_JOURNAL_FILE .*signed\.jsonl: E(FBIG|NOSPC)/,
  );
});
