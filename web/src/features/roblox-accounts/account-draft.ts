import { DEFAULT_RATE, dollarText } from '@sterling/contract/money.ts';
import { NO_PROXY } from '../proxies/proxy-select.tsx';

export const EMPTY_DRAFT = {
  cookie: '',
  rate: dollarText(DEFAULT_RATE),
  proxyId: NO_PROXY,
  useProxy: false,
  isOwn: false,
};
export type AccountDraft = typeof EMPTY_DRAFT;
