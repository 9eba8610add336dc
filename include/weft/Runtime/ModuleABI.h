/*===- ModuleABI.h - What modules of other compilers call ---------*- C -*-===*\
|*
|* Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The functions of the runtime that code calls which was lowered by
|* `weft-sparsifier`, besides those of TensorABI.h. It is called without
|* `weft_rt_invoke`: what fails in it ends the process with a message and the
|* status 1.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_MODULEABI_H
#define WEFT_RUNTIME_MODULEABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory under the names that upstream's conversion of memrefs calls with
 * `use-generic-functions`, so that kernels and the code around them free each
 * other's. Names that begin with an underscore are given by upstream. */
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);

/* Besides, there is a function `weft_libm_NAME` for each function NAME of libm
 * that kernels call, for modules that define something else under that name. */

/* A list of coordinates in the order of the modes, with 64-bit positions and
 * coordinates, that is read, or to be written. Array 0 holds the positions,
 * array 1 + m the coordinates of mode m, and the last one the components. */
typedef struct weft_rt_list weft_rt_list;

/* Reads a file, in any of the forms that Weft knows, as components of a type,
 * which has the name that TensorFile.h knows. */
weft_rt_list *weft_rt_read(const char *path, const char *type, int64_t order);

/* The size of a mode, which must be `expected` unless that is negative. */
int64_t weft_rt_dim(weft_rt_list *list, int64_t mode, int64_t expected);

/* The number of elements of an array. */
int64_t weft_rt_array_length(weft_rt_list *list, int64_t number);

/* Hands an array over, as memory of `_mlir_memref_to_llvm_alloc`; its bytes are
 * returned as upstream's C interface returns a `memref<?xi8>`. */
typedef struct weft_rt_bytes {
  void *allocated;
  void *aligned;
  int64_t offset, size, stride;
} weft_rt_bytes;
void _mlir_ciface_weft_rt_take_array(weft_rt_bytes *bytes, weft_rt_list *list,
                                     int64_t number);

/* Frees a list and the arrays that were not taken. */
void weft_rt_drop(weft_rt_list *list);

/* A list of sizes and arrays of the caller that are set one by one, and written
 * to a file, with which the list ends. Without a path, the list is printed. */
weft_rt_list *weft_rt_begin_list(const char *type, int64_t order);
void weft_rt_set_dim(weft_rt_list *list, int64_t mode, int64_t size);
void weft_rt_set_array(weft_rt_list *list, int64_t number, int64_t address,
                       int64_t length);
void weft_rt_write(weft_rt_list *list, const char *path);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_RUNTIME_MODULEABI_H */
