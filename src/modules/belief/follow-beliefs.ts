import type { Services } from '../../services.js';

/** Supersedes the belief that a stored one replaces, where the process was killed in between. */
export function followBeliefs({
  followers,
  beliefs,
}: Pick<Services, 'beliefs' | 'followers'>): void {
  followers.followEvents('beliefs', async ({ type, data }) => {
    const id = data['supersedes_id'];
    if (type === 'belief.created' && typeof id === 'string') await beliefs.find(id);
  });
}
