/// <reference lib="dom" />

export type Services = readonly (readonly [key: string, label: string])[];

/** Reads the services of the catalogue; empty if they cannot be read. */
export async function readServices(): Promise<Services> {
  const response = await fetch('/v1/public/services').catch(() => null);
  if (!response?.ok) return [];
  const services = (await response.json()) as { service_key: string; label: string }[];
  return services.map(({ service_key, label }) => [service_key, label]);
}
