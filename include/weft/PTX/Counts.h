/*===- Counts.h - What a kernel did on the PTX machine ------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * The functions that the PTX machine exports besides those of the CUDA driver.
 * A program that loads the machine as `libcuda.so.1` finds them with dlsym.
 *
 *===----------------------------------------------------------------------===*/

#ifndef WEFT_PTX_COUNTS_H
#define WEFT_PTX_COUNTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sums over launches, but for the two maxima. A request is one instruction of a
 * warp that accesses memory with at least one lane; a sector is 32 aligned
 * bytes. New fields are added at the end. */
typedef struct weftPtxCountsRecord {
  uint64_t launches;
  uint64_t blocks;
  uint64_t warps;
  uint64_t threads;
  /* Instructions of warps, and of their active lanes. */
  uint64_t warpInstructions;
  uint64_t laneInstructions;
  /* Of the warp and of the block with the most instructions of warps. */
  uint64_t longestWarp;
  uint64_t longestBlock;
  /* Branches that some of the active lanes take and others do not. */
  uint64_t divergentBranches;
  /* Barriers that blocks completed. */
  uint64_t barriers;
  /* Global and constant memory, atomic operations included: requests, sectors
   * of each request, bytes of each lane, and sectors that a launch accesses at
   * least once. */
  uint64_t globalRequests;
  uint64_t globalSectors;
  uint64_t globalBytes;
  uint64_t uniqueSectors;
  uint64_t sharedRequests;
  /* Passes over the 32 banks that requests of shared memory take. */
  uint64_t sharedPasses;
  uint64_t localRequests;
  /* Atomic operations on global and on shared memory, of each lane. */
  uint64_t globalAtomics;
  uint64_t sharedAtomics;
  /* Shuffles, votes and other exchanges between lanes. */
  uint64_t exchanges;
} weftPtxCountsRecord;

/* Copies the counts of all launches of a kernel; of the last launch if the name
 * is NULL, and of all launches if it is empty. `size` is that of the record the
 * caller knows; fields that this library does not know are set to zero. Returns
 * 0, or 1 if the kernel was not launched. */
int weftPtxCounts(const char *kernel, weftPtxCountsRecord *record,
                  uint64_t size);

/* The name of the kernel that was launched first, second and so on; NULL behind
 * the last one. It is valid until weftPtxReset. */
const char *weftPtxKernelName(unsigned index);

/* The text of the last fault: what was wrong, with the kernel, the line of its
 * PTX, the thread and the block. Empty if there was none. It is valid until the
 * next launch. */
const char *weftPtxLastFault(void);

/* Sets an option, as the environment variable WEFT_PTX_<NAME> does: "order"
 * ("forward", "reverse"), "limit" (instructions of a launch), "uninitialized",
 * "races" and "exited" ("error", "ignore"), "report" ("stderr", "none").
 * Returns 0, or 1 if there is no such option or value. */
int weftPtxSetOption(const char *name, const char *value);

/* Forgets counts and the fault, so that launches work again. */
void weftPtxReset(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* WEFT_PTX_COUNTS_H */
