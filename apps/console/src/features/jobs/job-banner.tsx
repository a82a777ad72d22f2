import { useNavigate } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { useSiteUuid } from '../../acts/jobs/job-draft-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { jobNews } from './job-news.ts';
import s from './jobs.module.css';

/** What became of the job that was sent last. Stays while one goes from page to page. */
export function JobBanner() {
  const siteUuid = useSiteUuid();
  const news = useStore(jobNews, (state) => state.news);
  const navigate = useNavigate();
  if (news?.siteUuid !== siteUuid) return null;
  const { tone, text, goalUuid } = news;
  return (
    <div className={s['notices']}>
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
        onDismiss={() => jobNews.setState({ news: null })}
      >
        {text}
      </Banner>
    </div>
  );
}
