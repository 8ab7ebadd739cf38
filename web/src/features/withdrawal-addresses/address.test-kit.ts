/** A saved address as the server answers it. It has been usable for long. */
export const SAVED_ADDRESS = {
  id: 'a-1',
  label: 'Exchange',
  address: 'rltc1old',
  createdAt: '2026-01-01T00:00:00.000Z',
  usableAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
};
