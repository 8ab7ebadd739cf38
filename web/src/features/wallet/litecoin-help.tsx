import { t } from '@sterling/contract/texts.ts';
import { Disclosure } from '../../kit/ui/disclosure.tsx';

const STEPS = [
  t('Buy Litecoin (LTC) on an exchange or in a wallet app, with a card or a bank transfer.'),
  t('There, choose to send LTC over the Litecoin network, and paste your address from this page.'),
  t('Send a little more than you need, because the exchange may deduct a fee.'),
  t(
    'Your deposit appears here within seconds. It is credited after 2 confirmations, which usually take about 5 minutes.',
  ),
];

/** For people who have never held Litecoin. */
export function LitecoinHelp() {
  return (
    <Disclosure label={t('New to Litecoin?')}>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-2 marker:text-3">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Disclosure>
  );
}
