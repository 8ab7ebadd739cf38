import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatRate } from '../../kit/format/format.ts';
import { Checkbox } from '../../kit/ui/checkbox.tsx';
import { AffixedInput, FieldError } from '../../kit/ui/field.tsx';
import { Robux } from '../../kit/ui/money.tsx';

interface AccountChoiceProps {
  accounts: readonly RobloxAccount[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
  error: string | undefined;
  noteOf?: (account: RobloxAccount) => string | null;
}

/** By default the second line says that a price rule sets the rate. */
const ruleOf = ({ priceRule }: RobloxAccount) =>
  priceRule && t('“{name}” sets its rate', { name: priceRule.name });

/** A list of more accounts has a search. */
const SEARCHED_FROM = 8;

/** Chooses any number of the seller's accounts. `noteOf`: a second line of an account. */
export function AccountChoice({ accounts, chosen, onChoose, error, noteOf = ruleOf }: AccountChoiceProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = accounts.filter(({ username }) => username.toLowerCase().includes(wanted));
  const foundIds = found.map(({ id }) => id);
  const chosenCount = foundIds.filter((id) => chosen.has(id)).length;
  const isAll = chosenCount === found.length;
  const choose = (ids: readonly string[], on: boolean) =>
    onChoose(accounts.map(({ id }) => id).filter((id) => (ids.includes(id) ? on : chosen.has(id))));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-2 text-sm">{t('Accounts')}</legend>
      {accounts.length > SEARCHED_FROM && <SearchField text={search} onChange={setSearch} />}
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {found.length > 1 && (
          <Choice
            label={wanted ? t('All accounts found') : t('All accounts')}
            checked={isAll || (chosenCount > 0 && 'indeterminate')}
            onChange={() => choose(foundIds, !isAll)}
          />
        )}
        {found.length === 0 && (
          <li className="px-3 py-2.5 text-3">{t('No accounts match "{search}"', { search })}</li>
        )}
        {found.map((account) => (
          <Choice
            key={account.id}
            label={account.username}
            note={noteOf(account)}
            checked={chosen.has(account.id)}
            onChange={(on) => choose([account.id], on)}
          >
            <Robux amount={account.robuxBalance} className="text-3 max-[24rem]:hidden" />
            <span className="min-w-14 whitespace-nowrap text-right text-1 tabular-nums">
              {formatRate(account.ratePerThousand)}
            </span>
          </Choice>
        ))}
      </ul>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

/** The list is part of a form, which Enter must not send. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <AffixedInput
      aria-label={t('Search by username')}
      placeholder={t('Search by username')}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      before={<Search />}
    />
  );
}

interface ChoiceProps {
  label: string;
  note?: string | null | undefined;
  checked: boolean | 'indeterminate';
  onChange: (on: boolean) => void;
  children?: ReactNode;
}

function Choice({ label, note, checked, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex min-h-11 items-center gap-3 px-3">
      <Checkbox id={id} checked={checked} onCheckedChange={(on) => onChange(on === true)} />
      <label htmlFor={id} className="min-w-0 flex-1 py-2.5 text-1">
        <span className="block truncate">{label}</span>
        {note && <span className="wrap-anywhere block text-3 text-xs">{note}</span>}
      </label>
      {children}
    </li>
  );
}
