/*===- TensorABI.h - The layout shared with generated code --------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * A stored tensor as generated kernels see it: its dimensions and a flat list
 * of arrays. Which arrays there are follows from the format alone: the arrays
 * of the first level, those of the second level and so on, and last the values.
 * This file is plain C and depends on nothing, so that a compiled kernel and
 * its caller need no LLVM.
 *
 *===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_TENSORABI_H
#define WEFT_RUNTIME_TENSORABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of a tensor are those of its levels from the outermost to the
 * innermost, and the components last. A position is a signed integer of the
 * format's width of positions, a coordinate one of its width of coordinates.
 *
 *   dense       none; coordinate i under parent p is at the position p * N + i
 *   compressed  positions: where the segment of each parent begins, and one
 *               more for the end of the last; coordinates
 *   singleton   coordinates, one for each parent
 *   bitmap      a byte for each position p * N + i, not zero if the coordinate
 *               is stored
 *   hashed      positions: where the segment of each parent begins and where it
 *               ends; coordinates
 *   range       for each slot the offset of its diagonal, as a coordinate that
 *               may be negative; coordinate i is at the position p * N + i if
 *               i + offset is a coordinate of the level below
 *   offset      the same offsets once more; the child of a parent is at its
 *               position
 *   padded      for each parent a coordinate, or -1 if it has none
 *   loose_compressed
 *               positions: where the segment of each parent begins and where it
 *               ends; coordinates, among which there may be others
 *   listed      positions: the length of each segment; coordinates of one
 *               segment after the other
 *   run_length  positions as of a compressed level; for each position the first
 *               coordinate that has it, and the last
 *   interval    positions as of a compressed level; for each parent the first
 *               coordinate, the others follow it
 *   structured  for each parent as many coordinates as it has room for, in
 *               order, and then -1 for those that are not used
 *   batched     for each coordinate of the outermost level, the batches,
 *               positions as of a compressed level, from 0, for its parents;
 *               for each batch coordinates, with equal room for each
 *   permuted    the coordinates by their places, and the place of each
 *   sliced      for each slice of parents where its slots begin, and where the
 *               last ends
 *
 * In a packed format, the coordinates of the last level have no array of their
 * own, and the last array holds records of a coordinate and the component at
 * its position. A record is two halves of WEFT_RT_RECORD_HALF bytes: the first
 * begins with the coordinate and the second with the component, as in
 *
 *   struct { int32_t crd; _Alignas(8) double value; }
 *
 * A segment of a hashed level is an open hash table: it has no slots or a power
 * of two of them, each a position with its coordinate, or -1 if it is free, and
 * one at least is. The search for the coordinate i begins at the slot that the
 * lower bits of x ^ (x >> 32) number, where x = i * WEFT_RT_HASH_MULTIPLIER is
 * taken modulo 2^64, and goes on to the next slot, from the last to the first,
 * until it finds the coordinate or a free slot. */
#define WEFT_RT_HASH_MULTIPLIER 0x9E3779B97F4A7C15ULL
#define WEFT_RT_RECORD_HALF(crd_bytes, value_bytes)                            \
  ((crd_bytes) > (value_bytes) ? (crd_bytes) : (value_bytes))

/* One array of a stored tensor. `length` counts elements, not bytes, and may
 * be smaller than what the memory behind `data` holds. */
typedef struct weft_array {
  void *data;
  int64_t length;
} weft_array;

/* A stored tensor. `dims` has `order` entries in the order of the tensor's
 * modes (not of its levels); of a tensor in a format with slots, their number
 * follows. */
typedef struct weft_tensor_data {
  int64_t order;
  int64_t num_arrays;
  int64_t *dims;
  weft_array *arrays;
} weft_tensor_data;

/* A compiled kernel. `tensors` holds the results first and then the operands,
 * in the order of the kernel's signature. On entry, the `dims` of a result are
 * set, with room for the number of slots if its format has some; on return, the
 * arrays of a result are new memory from `weft_rt_alloc`, owned by the caller.
 * A kernel is called through `weft_rt_invoke`, never directly, because a
 * failure unwinds to there. */
typedef void (*weft_kernel_fn)(weft_tensor_data *const *tensors);

/* Status codes of `weft_rt_invoke`. */
enum {
  WEFT_RT_OK = 0,
  WEFT_RT_OUT_OF_MEMORY = 1,      /* detail[0]: bytes asked for */
  WEFT_RT_INDEX_OVERFLOW = 2,     /* detail[0]: needed, detail[1]: largest that
                                     fits, detail[2]: 0 positions, 1 coordinates */
  WEFT_RT_SIZE_OVERFLOW = 3,      /* a product of sizes exceeds 63 bits */
  WEFT_RT_INVALID_ARGUMENT = 4,   /* an argument breaks the kernel's contract */
  WEFT_RT_STRUCTURE_MISMATCH = 5, /* a structure that is kept is not that of
                                     the result */
  WEFT_RT_OUT_OF_BOUNDS = 6,      /* an access beyond an array; detail[0]: the
                                     index or length, detail[1]: the length of
                                     the array, detail[2]: the place */
  WEFT_RT_NO_ROOM = 7,            /* more coordinates below one position than a
                                     structured level has room for; detail[0]:
                                     for how many it has */
  WEFT_RT_BOUND_VIOLATED = 8,     /* a size is not what a schedule says that it
                                     is; detail[0]: the size, detail[1]: the
                                     number that it says, detail[2]: the place
                                     where it does times WEFT_RT_BOUND_KINDS,
                                     plus 0 exactly, 1 at most, 2 a multiple of
                                     it */
  WEFT_RT_CANCELLED = 9,          /* the caller has ended the work */
  WEFT_RT_DEVICE_FAILED = 10,     /* there is no GPU, or it cannot do what is
                                     asked for; detail[0]: 1 if it has not
                                     enough memory */
  WEFT_RT_NEGATIVE_LENGTH = 11,   /* the length of an array in a program of
                                     patterns; detail[0]: the length, detail[2]:
                                     the place of the array */
  WEFT_RT_LENGTH_MISMATCH = 12,   /* an array is not as long as its type says;
                                     detail[0]: the length of the type,
                                     detail[1]: that of the array, detail[2]:
                                     the place of the array */
  WEFT_RT_DIVISION_BY_ZERO = 13   /* of natural numbers; detail[2]: the place */
};
#define WEFT_RT_BOUND_KINDS 4

/* The place of an access in the text of a kernel, or of a bound in its
 * schedule, is the number (line * S + begin) * S + end, where columns are
 * counted from one and S is this; 0 if it is not known. Of an access, only
 * kernels of patterns and those that were compiled to check accesses report
 * one. */
#define WEFT_RT_PLACE_SIZE 2097152

/* What went wrong in a kernel: a status code and its details. */
typedef struct weft_rt_error {
  int64_t status;
  int64_t detail[3];
} weft_rt_error;

/* Runs `kernel` on `tensors`. Returns WEFT_RT_OK, or a status and fills `error`
 * (which may be NULL); on failure no result was changed and all memory that the
 * kernel had taken is free again. */
int64_t weft_rt_invoke(weft_kernel_fn kernel, weft_tensor_data *const *tensors,
                       weft_rt_error *error);

/* The same with memory of the caller for results of a single array, the
 * components of dense results: `results[r]` has its address, aligned to a
 * component, and its length in bytes. NULL, and memory that is too small, stand
 * for new memory. On return, `tensors[r]->arrays[0].data` is that address if
 * the kernel has computed the result there, and else new memory, as some
 * kernels take it in any case. The memory must overlap neither an operand nor
 * that of another result. After a failure its contents are unspecified. */
int64_t weft_rt_invoke_into(weft_kernel_fn kernel,
                            weft_tensor_data *const *tensors,
                            const weft_array *results, int64_t num_results,
                            weft_rt_error *error);

/* The functions below are what generated code calls; they may be called only
 * inside `weft_rt_invoke`. */

/* Takes and gives back memory, aligned to 64 bytes. */
void *weft_rt_alloc(int64_t bytes);
void *weft_rt_alloc_aligned(int64_t alignment, int64_t bytes);
void weft_rt_free(void *data);

/* Takes memory for the components of a dense result: that which the caller of
 * weft_rt_invoke_into gave for it, or else new memory. The kernel hands it to
 * weft_rt_trim and weft_rt_release only. */
void *weft_rt_alloc_result(int64_t result, int64_t bytes);

/* Makes room for `bytes` bytes in an array, which may move. Large arrays are
 * not copied. */
void *weft_rt_realloc(void *data, int64_t bytes);

/* Gives back what an array has beyond `bytes` bytes, if that is much; it may
 * move. */
void *weft_rt_trim(void *data, int64_t bytes);

/* Runs the kernel `name` of device code, which is PTX that ends with a null
 * character, with `grid` blocks of `threads` times `warps` threads on a device,
 * and waits for it. Each of `count` arguments has five words: two for its
 * value, or one for the address of an array; its size in bytes; its kind; and
 * the address of a text that says in messages which array it is, or zero.
 *
 *   WEFT_RT_READS    an array that the kernel reads
 *   WEFT_RT_WRITES   one that it may change
 *   WEFT_RT_DEFINES  one that it may change, and that the host never writes
 *
 * Arrays stay on the device until the kernel ends, or frees them. */
enum {
  WEFT_RT_SCALAR = 0,
  WEFT_RT_READS = 1,
  WEFT_RT_WRITES = 2,
  WEFT_RT_DEFINES = 3
};
void weft_rt_launch(const char *code, const char *name,
                    const int64_t *arguments, int64_t count, int64_t grid,
                    int64_t threads, int64_t warps, int64_t shared_bytes,
                    int64_t device);

/* Called before the kernel accesses an array that a launch may have used, or
 * may use later if the kernel writes it. */
void weft_rt_access(const void *array, int64_t is_written);

/* Called before a kernel that launched others returns: results are copied from
 * the device. */
void weft_rt_finish_launches(void);

/* Ends the running kernel with a status and its details. Does not return. */
void weft_rt_fail(int64_t status, int64_t detail0, int64_t detail1,
                  int64_t detail2);

/* The length that an array of `length` elements of `element_bytes` bytes grows
 * to if `needed` are needed: at least double, so that appending takes constant
 * time, if they are more, and what it has otherwise. Fails if `needed` is more
 * than `limit`, the largest position, unless that is negative, or does not fit
 * into memory. */
int64_t weft_rt_capacity(int64_t length, int64_t needed, int64_t limit,
                         int64_t element_bytes);

/* Copies the element `begin` of an array, whose address comes as an integer, to
 * the elements behind it, up to `end`. */
void weft_rt_repeat(int64_t array, int64_t begin, int64_t end,
                    int64_t element_bytes);

/* Sorts `count` entries lexicographically by `num_keys` parallel arrays of
 * signed integer coordinates and permutes the values alongside; stable. `keys`
 * points to `num_keys` pairs of an address, which comes as an integer because
 * generated code has no pointers, and the width of the coordinates there in
 * bytes (1, 2, 4 or 8); `values` is an address, and `value_bytes` the size of
 * one value (0 when there are none). */
void weft_rt_sort(int64_t count, int64_t num_keys, const int64_t *keys,
                  int64_t values, int64_t value_bytes);

/* Finds the equal ones of `count` entries of a list that has room for `room`.
 * `keys` is as for weft_rt_sort. Where it seems to leave half of them or less,
 * each entry is kept once, in the order in which they first come; `groups`,
 * which has room for `count` numbers, then says which entry that is for each of
 * those before, and the number of entries that are left is returned. Otherwise,
 * and where the list is not half full, nothing is changed but `groups`, and
 * `count` is returned. */
int64_t weft_rt_group(int64_t count, int64_t num_keys, const int64_t *keys,
                      int64_t *groups, int64_t room);

/* Finds the places that `count` entries have in order, equal ones having one
 * place. `keys` is as for weft_rt_sort; each entry is kept once there, in
 * order. `places`, which has room for `count` numbers, says where each of those
 * before belongs: at place `p`, or, as `~p`, that it is the first one there.
 * Returns how many places there are, or a negative number if the entries
 * ascend, and nothing has to be moved; then nothing is written. */
int64_t weft_rt_rank(int64_t count, int64_t num_keys, const int64_t *keys,
                     int64_t *places);

/* The same for entries with values of `value_bytes` bytes, at an address. Those
 * of few entries may be put in order as well: then it returns -2 less the
 * number of places, and places ascend, or -1 if all entries differ, and there
 * is nothing else to do. */
int64_t weft_rt_place(int64_t count, int64_t num_keys, const int64_t *keys,
                      int64_t *places, int64_t values, int64_t value_bytes);

/* Finds the box that the coordinates of `count` entries lie in, for a table
 * with a place for each of its points. `keys` is as for weft_rt_sort, with room
 * for one pair more for each behind those: the smallest coordinate, and by how
 * much the place of an entry grows with the coordinate. Returns how many places
 * there are, rounded up to a multiple of 64; zero if they are too many for the
 * entries, so that a table is not worth it. `room` is as for weft_rt_group, or
 * zero if the list is complete. */
int64_t weft_rt_box(int64_t count, int64_t num_keys, int64_t *keys,
                    int64_t room);

/* Writes the coordinates of each place that is marked, in order, to the arrays
 * of `keys`, which are those that weft_rt_box has seen; returns how many there
 * are, which is `count` at most, or any number if `count` is zero and the
 * arrays have room; they have the coordinates of `count` entries. `marks` is
 * the address of `size` bytes that are zero or one. Their values, of
 * `value_bytes` each, come from `table` to `values`; those are addresses, and
 * zero if there are no values. No mark is left, and a table of
 * weft_rt_take_table is as it was taken. */
int64_t weft_rt_collect(int64_t count, int64_t num_keys, const int64_t *keys,
                        int64_t size, int64_t marks, int64_t table,
                        int64_t values, int64_t value_bytes);

/* Gives an array of `bytes` bytes all of whose words are `pattern`, and takes
 * one back that is as it was. It is kept for the next that is taken. */
void *weft_rt_take_table(int64_t bytes, int64_t pattern);
void weft_rt_give_table(void *table);

/* Loops whose iterations run at the same time. A kernel that begins one calls
 * weft_rt_fork, and weft_rt_join when all partitions have been run, which fails
 * if one of them has. In between, on whatever thread, weft_rt_run_partition
 * runs a partition of the iterations. Partitions that begin when another one
 * has failed do nothing.
 *
 * weft_rt_num_threads is how many threads a loop may have, 0 if that is up to
 * OpenMP, and is set with weft_rt_set_num_threads, at any time, to 1024 at the
 * most. */
void *weft_rt_fork(void);
void weft_rt_join(void *team);
void weft_rt_run_partition(void *team, void (*partition)(void *arguments),
                           void *arguments);
int32_t weft_rt_num_threads(void);
void weft_rt_set_num_threads(int32_t count);

/* Runs the iterations from `begin` to before `end` of a loop that may be
 * shared, by calling `partition` for partitions of them. They run on the thread
 * that calls, but those that are left when the loop turns out to take long:
 * these run on the threads of an OpenMP library, if the process has one and the
 * number of threads above is not 1. `partition` is called on several threads
 * with the same arguments. */
void weft_rt_share(int64_t begin, int64_t end,
                   void (*partition)(void *arguments, int64_t begin,
                                     int64_t end),
                   void *arguments);

/* 1 if the calling thread runs a partition of a loop that threads share, else
 * 0. A partition that `weft_rt_share` runs on the calling thread alone may
 * update components without atomic operations. */
int32_t weft_rt_is_shared(void);

/* An array that the iterations of a loop append to. `array` is the number of
 * the word that says where it is, and `room` of that which says for how many
 * elements of `element_bytes` bytes it has room, as may others that differ from
 * it in nothing else. The word `length` counts what was appended, for each of
 * which there are `factor` elements, behind the `first` ones. Elements of a
 * `cleared` array behind those that were stored are zero. */
typedef struct weft_rt_appended {
  int64_t array;
  int64_t room;
  int64_t length;
  int64_t element_bytes;
  int64_t factor;
  int64_t first;
  int64_t cleared;
} weft_rt_appended;

/* Runs a loop as weft_rt_share does whose iterations append to arrays.
 * `carried` has the number of words that the iterations hand on, the number of
 * arrays, a weft_rt_appended for each of these, and the words. `partition`
 * takes such words and leaves there what it hands on: those of the partition
 * before or, on threads, words of its own with arrays that may have room for
 * nothing. What is made of them is put behind each other in the order of the
 * iterations, and `carried` has it in the end. */
void weft_rt_share_appends(int64_t begin, int64_t end,
                           void (*partition)(void *arguments, int64_t begin,
                                             int64_t end, int64_t *words),
                           void *arguments, int64_t *carried);

/* Called by a kernel for each result array before it returns: `data` now
 * belongs to the caller and is not freed with the kernel's other memory. */
void weft_rt_release(void *data);

/* Frees memory that a kernel handed over. May be called anywhere. */
void weft_rt_free_result(void *data);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_RUNTIME_TENSORABI_H */
