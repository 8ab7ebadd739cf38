import { useQuery } from '@tanstack/react-query';
import { CommunityCard } from '../features/notifications/community-card.tsx';
import { ABOUT_NOTIFICATIONS, NotificationsCard } from '../features/notifications/notifications-card.tsx';
import { notificationsQuery } from '../features/notifications/queries.ts';
import { WebhooksCard } from '../features/webhooks/webhooks-card.tsx';
import { Card, CardHeader } from '../kit/ui/card.tsx';
import { ErrorState } from '../kit/ui/empty-state.tsx';
import { SkeletonRows } from '../kit/ui/skeleton.tsx';

/** The community's Discord server, and notifications to the user's own channel and programs. */
export default function DiscordSection() {
  const { data, error, refetch } = useQuery(notificationsQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-3">
      <div className="flex flex-col gap-4 md:gap-6 lg:col-span-2">
        {data ? (
          <NotificationsCard key={data.webhookUrl} notifications={data} />
        ) : (
          <Card>
            <CardHeader title="Order notifications" description={ABOUT_NOTIFICATIONS} />
            {error ? (
              <ErrorState error={error} onRetry={refetch} />
            ) : (
              // As high as the form and its switches, so that the community card below does not move.
              <SkeletonRows rows={13} className="p-4 sm:p-5 sm:*:nth-[n+12]:hidden" />
            )}
          </Card>
        )}
        <WebhooksCard />
      </div>
      <CommunityCard />
    </div>
  );
}
