import { formatWhole } from '../../kit/format/format.ts';
import { Disclosure } from '../../kit/ui/disclosure.tsx';

/** Explains how to create a gamepass at the right price, for buyers who have never sold on Roblox. */
export function GamepassHelp({ amount }: { amount: number }) {
  return (
    <Disclosure label="No gamepass yet?">
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-2 marker:text-3">
        <li>
          On{' '}
          <a
            href="https://create.roblox.com/dashboard/creations"
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-3"
          >
            create.roblox.com
          </a>{' '}
          open one of your experiences, go to Monetization → Passes and create a pass.
        </li>
        <li>Put it on sale at exactly {formatWhole(amount)} Robux.</li>
        <li>
          Copy its link and paste it above. When a seller buys it, you get the Robux minus Roblox's 30% fee.
        </li>
      </ol>
    </Disclosure>
  );
}
