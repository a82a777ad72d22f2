import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

export interface Metrics {
  observeRequest(route: string, status: number, ms: number): void;
  /** A number read when somebody scrapes: pool sizes, queue depth. */
  gauge(name: string, description: string, read: () => number): void;
  close(): Promise<void>;
}

const silent: Metrics = { observeRequest: () => undefined, gauge: () => undefined, close: async () => undefined };

/** Measurements for Prometheus, on a port of their own at loopback; without a port nothing is kept. */
export const openMetrics = async (port: number | undefined): Promise<Metrics> => {
  if (port === undefined) return silent;
  const exporter = new PrometheusExporter({ host: '127.0.0.1', port, preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  await exporter.startServer();
  const meter = provider.getMeter('patchkeep');
  const duration = meter.createHistogram('patchkeep_http_request_duration_seconds', {
    description: 'Time to answer, by route and status class',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] },
  });
  return {
    // The route pattern and the class of the status: few series, whatever the ids in the path.
    observeRequest: (route, status, ms) =>
      duration.record(ms / 1_000, { route, status: `${Math.floor(status / 100)}xx` }),
    gauge: (name, description, read) => {
      meter.createObservableGauge(`patchkeep_${name}`, { description }).addCallback((result) => result.observe(read()));
    },
    close: () => provider.shutdown(),
  };
};
