import { Dialog } from '../ui/dialog.tsx';

const TERMS: readonly (readonly [title: string, text: string])[] = [
  [
    'Who may use Sterling',
    'You are at least 18 years old, use one Discord account of your own, and may trade where you live.',
  ],
  [
    'Your wallet',
    'Balances are kept in US dollars. A Litecoin deposit counts after 2 confirmations, at the price of the moment it is credited. The minimum for deposits and withdrawals is $10.',
  ],
  [
    'Buying Robux',
    "The price of an order is held when you place it and goes to the seller once your gamepass has been bought. If it cannot be bought, the money comes back to your balance. The platform's 30% on gamepass sales is taken by Roblox.",
  ],
  [
    'Selling Robux',
    'You add only Roblox accounts that are your own. Cookies are encrypted, used for your sales only, and wiped when you remove an account.',
  ],
  [
    'Fees',
    'Buying Robux carries no fee of ours. Withdrawals cost 4% to 8% by amount and a network fee of $0.50, shown before you confirm.',
  ],
  [
    'Leaving',
    'You can delete your account at any time. Personal data and secrets are deleted immediately. Bookkeeping entries stay without your name. A keyed hash of your Discord id stays too, so that limits for new users still apply if you come back.',
  ],
];

/** The terms in plain words. The code loads when the dialog opens. */
export default function TermsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...props} title="Terms" description="What you agree to by signing in.">
      <dl className="flex flex-col gap-4">
        {TERMS.map(([title, text]) => (
          <div key={title}>
            <dt className="font-medium text-1">{title}</dt>
            <dd className="mt-0.5 text-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
