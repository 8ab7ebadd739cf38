import { t } from '@sterling/contract/texts.ts';
import { TriangleAlert } from 'lucide-react';
import { rich } from '../../kit/format/rich.tsx';

/** The risk of buying Robux outside of Roblox. */
export function KnowTheRisk() {
  return (
    <div className="flex gap-3 rounded-lg bg-warn/12 p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <p className="text-1 text-xs">
        {rich(
          "{riskWarning} Roblox's terms prohibit trading Robux outside its platform. Roblox may remove the Robux or suspend the accounts involved.",
          { riskWarning: <span className="font-semibold text-warn">{t('Know the risk.')}</span> },
        )}
      </p>
    </div>
  );
}
