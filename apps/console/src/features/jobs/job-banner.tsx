import { useNavigate } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';
import { forgetJobNews, useJobNews } from './job-banner-store.ts';
import s from './jobs.module.css';

/** What became of the job that was sent last. Stays while one goes from page to page. */
export function JobBanner() {
  const news = useJobNews();
  const navigate = useNavigate();
  if (!news) return null;
  const { tone, text, goalUuid } = news;
  return (
    <div className={s['notice']}>
      <Banner
        tone={tone}
        action={
          goalUuid === null
            ? undefined
            : {
                label: 'Open job',
                onPress: () => void navigate({ to: '/deployment/job-info', search: { goalUuid } }),
              }
        }
        onDismiss={forgetJobNews}
      >
        {text}
      </Banner>
    </div>
  );
}
