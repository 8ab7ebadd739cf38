import { t } from '@sterling/contract/texts.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Warning } from '../../kit/ui/warning.tsx';

/** The risk of buying Robux outside of Roblox. */
export function KnowTheRisk() {
  return (
    <Warning small>
      {rich(
        "{riskWarning} Roblox's terms prohibit trading Robux outside its platform. Roblox may remove the Robux or suspend the accounts involved.",
        { riskWarning: <span className="font-semibold text-warn">{t('Know the risk.')}</span> },
      )}
    </Warning>
  );
}
