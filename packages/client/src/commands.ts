import type { CallOptions, Sterling } from './client.ts';
import { SterlingError } from './errors.ts';
import type { Order } from './types.generated.ts';

type GenericCall = (input: unknown, options: CallOptions) => Promise<unknown>;
type Values = Readonly<Record<string, string | undefined>>;

interface Command {
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The answer, and what is printed of it: a text, or the bytes of a picture. @throws TypeError for a wrong command. */
  run(
    sterling: Sterling,
    values: Values,
    positionals: readonly string[],
  ): Promise<{ answer: unknown; shown: string | Uint8Array }>;
}

export const USAGE = `Usage: sterling <command>

  orders create --robux N --gamepass URL [--rate R] [--key K] [--wait]
  orders list [--role buyer|seller] [--page N]
  orders show ID
  balance [--wallet buyer|seller]
  rates
  whoami
  call NOUN.VERB [JSON] [--key K]
                             any call of the API, such as: call preOrders.list '{"page":1}'

Each command takes --json. STERLING_URL is the address of Sterling, STERLING_TOKEN an API token from API access in the account menu.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const COMMANDS: Readonly<Record<string, Command>> = {
  'orders create': {
    options: { robux: text, gamepass: text, rate: text, key: text, wait: flag },
    run: async (sterling, { robux, gamepass, rate, key, wait }) => {
      const input = {
        robuxAmount: required('--robux', robux),
        gamepassUrl: required('--gamepass', gamepass),
        ...(rate && { ratePerThousand: rate }),
      };
      const placed = await sterling.orders.place(input, withKey(key));
      const order = wait ? await endOf(sterling, placed.id) : placed;
      return { answer: order, shown: lineOf(order) };
    },
  },
  'orders list': {
    options: { role: text, page: text },
    run: async (sterling, { role = 'buyer', page = '1' }) => {
      const orders = await sterling.orders.list({ role: requireRole('--role', role), page, pageSize: 50 });
      return { answer: orders, shown: orders.map(lineOf).join('\n') || 'No orders' };
    },
  },
  'orders show': {
    options: {},
    run: async (sterling, _values, [id]) => {
      const order = await sterling.orders.read({ id: required('an id', id) });
      const events = order.events.map(({ at, what }) => `  ${at}  ${what}`);
      return { answer: order, shown: [lineOf(order), ...events].join('\n') };
    },
  },
  balance: {
    options: { wallet: text },
    run: async (sterling, { wallet = 'buyer' }) => {
      const answer = await sterling.wallet.read({ type: requireRole('--wallet', wallet) });
      return { answer, shown: `$${answer.available.toFixed(2)} available, $${answer.held.toFixed(2)} held` };
    },
  },
  rates: {
    options: {},
    run: async (sterling) => {
      const answer = await sterling.market.aggregated();
      return {
        answer,
        shown: answer
          .map((rate) => `$${rate.ratePerThousand} per 1,000: ${rate.totalRobux} Robux`)
          .join('\n'),
      };
    },
  },
  whoami: {
    options: {},
    run: async (sterling) => {
      const answer = await sterling.users.me();
      return { answer, shown: `${answer.username} (${answer.id})` };
    },
  },
  call: {
    options: { key: text },
    run: async (sterling, { key }, [name, json = '{}']) => {
      const [noun = '', verb = ''] = required('NOUN.VERB', name).split('.');
      const verbs = (sterling as unknown as Record<string, Record<string, GenericCall>>)[noun];
      if (!verbs || !Object.hasOwn(verbs, verb)) throw new TypeError(`There is no call ${name}`);
      const answer = await verbs[verb]!(JSON.parse(json), withKey(key));
      if (answer instanceof ArrayBuffer) return { answer, shown: new Uint8Array(answer) };
      return { answer, shown: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2) };
    },
  },
};

/** Waits for the end of an order. An error names the order, so that nobody places it again. */
async function endOf(sterling: Sterling, id: string): Promise<Order> {
  return sterling.waitForOrder(id).catch((error: unknown) => {
    if (!(error instanceof SterlingError)) throw error;
    const { code, status, message, hint, values } = error;
    throw new SterlingError({ code, status, hint, values, message: `Order ${id} is placed. ${message}` });
  });
}

const withKey = (key: string | undefined): CallOptions => (key ? { idempotencyKey: key } : {});

function required(name: string, value: string | undefined): string {
  if (!value) throw new TypeError(`Missing: ${name}`);
  return value;
}

function requireRole(name: string, value: string): 'buyer' | 'seller' {
  if (value === 'buyer' || value === 'seller') return value;
  throw new TypeError(`${name} must be buyer or seller`);
}

const lineOf = ({ id, status, robuxAmount, totalPrice, failureReason }: Omit<Order, 'events'>): string =>
  `${id}  ${status.padEnd(10)}  ${robuxAmount} Robux  $${totalPrice}${failureReason ? `  ${failureReason}` : ''}`;
