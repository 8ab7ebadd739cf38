import { useSearch } from 'wouter';

/** The text that a link asks a list to start with, such as `/dashboard?section=marketplace&search=helmet`. */
export const useStartSearch = (): string => new URLSearchParams(useSearch()).get('search') ?? '';
