import type { Person } from './discord/person.ts';
import type {
  Account,
  Creator,
  Group,
  Pass,
  PendingSale,
  PurchaseAnswer,
  Transaction,
  Universe,
} from './game-platform/rows.ts';
import { type Collection, openJournal } from './journal.ts';

/** What the sandbox knows of Discord's and Roblox's users and their things. */
interface Collections {
  people: Collection<Person>;
  accounts: Collection<Account>;
  groups: Collection<Group>;
  universes: Collection<Universe>;
  passes: Collection<Pass>;
  ownerships: Collection<{ accountId: number; passId: number }>;
  transactions: Collection<Transaction>;
  pendingSales: Collection<PendingSale>;
  purchaseAnswers: Collection<PurchaseAnswer>;
}

/** The sandbox's state without the chain. Every collection survives a restart and a kill. */
export interface State extends Collections {
  numbers: Collection<{ name: string; value: number }>;
  /** The next number of a sequence. The sequence starts at `first`. */
  next(sequence: string, first?: number): number;
  /** Empties the collections. The numbers stay, so that no id is used again. */
  clear(): void;
  flush(): void;
  close(): void;
}

export function openState(directory: string): State {
  const journal = openJournal(directory);
  const numbers: State['numbers'] = journal.collection({ name: 'numbers', key: (row) => row.name });
  const collections: Collections = {
    people: journal.collection({ name: 'people', key: (row) => row.username }),
    accounts: journal.collection({ name: 'accounts', key: (row) => row.id, index: (row) => row.cookie }),
    groups: journal.collection({ name: 'groups', key: (row) => row.id }),
    universes: journal.collection({
      name: 'universes',
      key: (row) => row.id,
      index: (row) => creatorKey(row),
    }),
    passes: journal.collection({ name: 'passes', key: (row) => row.id, index: (row) => row.productId }),
    ownerships: journal.collection({
      name: 'ownerships',
      key: (row) => `${row.accountId}:${row.passId}`,
      index: (row) => row.accountId,
    }),
    transactions: journal.collection({
      name: 'transactions',
      key: (row) => row.id,
      index: (row) => row.party,
    }),
    pendingSales: journal.collection({
      name: 'pending-sales',
      key: (row) => row.transactionId,
      index: (row) => row.party,
    }),
    purchaseAnswers: journal.collection({ name: 'purchase-answers', key: (row) => row.key }),
  };
  return {
    numbers,
    ...collections,
    next(sequence, first = 1) {
      const value = (numbers.get(sequence)?.value ?? first - 1) + 1;
      numbers.put({ name: sequence, value });
      return value;
    },
    clear() {
      for (const collection of Object.values(collections)) collection.clear();
    },
    flush: journal.flush,
    close: journal.close,
  };
}

/** The key of a user or group as creator of gamepasses and receiver of Robux. */
export function creatorKey({ creatorType, creatorTargetId }: Creator): string {
  return `${creatorType}:${creatorTargetId}`;
}
