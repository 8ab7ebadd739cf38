import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/**
 * Joins class names. A later class overrides an earlier one for the same property, so callers can adjust
 * components.
 */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes));
