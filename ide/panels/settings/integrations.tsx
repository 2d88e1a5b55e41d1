import { FeatureServerCard } from './feature-server/feature-server-card.tsx';

/** Services of others that the project works with. */
export const Integrations = () => <FeatureServerCard />;
