import type { OwnProxy } from '@sterling/contract/proxies.ts';
import { useQuery } from '@tanstack/react-query';
import type { FieldControl } from '../../kit/ui/field.tsx';
import { type Choice, Select } from '../../kit/ui/select.tsx';
import { allProxiesQuery } from './queries.ts';
import { nameOf, statusText } from './status.tsx';

/** Represents no proxy, because a Select value cannot be empty. */
export const NO_PROXY = 'none';

interface ProxySelectProps extends FieldControl {
  /** A proxy id or `NO_PROXY`. */
  value: string;
  onChange: (value: string) => void;
}

export function ProxySelect(props: ProxySelectProps) {
  const { data = [] } = useQuery(allProxiesQuery);
  return <Select {...props} choices={[{ value: NO_PROXY, label: 'No proxy' }, ...data.map(choiceOf)]} />;
}

const choiceOf = (proxy: OwnProxy): Choice<string> => ({
  value: proxy.id,
  label: nameOf(proxy),
  note: statusText(proxy.status),
});
