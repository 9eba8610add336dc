/*===- Weft.h - The C interface of the compiler and runtime -------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * The whole of Weft behind opaque handles, text and raw buffers: compile an
 * expression for given formats, load and store tensors, run kernels. The
 * driver and the Python package use nothing else.
 *
 * Every function that can fail returns 0 on success and otherwise a non-zero
 * status, and then sets `*error` (if `error` is not NULL) to a message for the
 * user, one line without a trailing newline or several where a caret points
 * into the text; free it with weft_string_free. On failure no output argument
 * is changed. All functions may be called from any thread; one handle may not
 * be changed by two threads at once.
 *
 *===----------------------------------------------------------------------===*/

#ifndef WEFT_C_WEFT_H
#define WEFT_C_WEFT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_tensor weft_tensor; /* a stored tensor */
typedef struct weft_kernel weft_kernel; /* a compiled expression */

/* Frees a string that a function below returned; NULL is allowed. */
void weft_string_free(char *text);

/* Statuses of calls that fail. */
enum {
  WEFT_REFUSED = 1,       /* an argument, a text or a file is wrong or is not
                             supported, or sizes do not fit */
  WEFT_CANCELLED = 2,     /* the progress callback has ended the call; `*error`
                             is "cancelled" */
  WEFT_OUT_OF_MEMORY = 3, /* memory does not suffice */
  WEFT_NO_FILE = 4,       /* a file, or the folder to write it to, does not
                             exist */
  WEFT_FILE_ACCESS = 5    /* the system does not open, read or write a file */
};

/* Progress callback. `stage` names the phase: "reading", "packing",
 * "compiling", "running" or "tuning"; `fraction` is the completed part in [0,
 * 1], or negative if it is unknown. Called on the calling thread at most every
 * 50 ms: between blocks of a file, steps of packing, passes of the compiler and
 * iterations of the outermost loop of a kernel, if threads may share that loop.
 * A non-zero return cancels the call, which frees its memory. */
typedef int (*weft_progress_function)(void *context, const char *stage,
                                      double fraction);

/* Sets this thread's progress callback, or removes it (NULL). */
void weft_set_progress(weft_progress_function function, void *context);

/* The version as text, e.g. "0.1.0". */
const char *weft_version(void);

/*--- Tensors ---------------------------------------------------------------*/

/* The types of components, and how each lies in memory:
 *   bool                 uint8_t, 0 or 1
 *   i8, i16, i32, i64    int8_t to int64_t
 *   u8, u16, u32, u64    uint8_t to uint64_t
 *   f16                  uint16_t, the bits of an IEEE 754 binary16
 *   bf16                 uint16_t, the upper half of a float
 *   f32, f64             float, double
 *   complex<f32>         float[2], the real and the imaginary part
 *   complex<f64>         double[2] */

/* The size of a component of a type in bytes; 0 if there is no such type. */
int64_t weft_type_size(const char *type);

/* Converts `count` numbers from one type to another. Numbers are rounded to
 * types of real and complex numbers; otherwise it is an error if one does not
 * fit the type: if it is out of range, has a fraction or an imaginary part that
 * the type has not, or is neither 0 nor 1 as a bool. */
int weft_convert_values(const char *from_type, const void *from,
                        const char *to_type, void *to, int64_t count,
                        char **error);

/* Makes a tensor from a list of `count` entries. `format` is spelled as in the
 * driver's -f option ("ds", "sd:1,0", "CSR", "COO"); NULL and "" stand for all
 * modes dense, as those of a scalar are. `type` is one of those above; of a
 * bool, any byte but 0 is true. `dims` has `order` sizes. `coordinates` is
 * row-major count x order, zero-based. `values` has `count` components of
 * `type`. Entries may come in any order; duplicates are summed unless
 * `reject_duplicates` is non-zero (then they are an error). */
int weft_tensor_create(const char *format, const char *type, int64_t order,
                       const int64_t *dims, int64_t count,
                       const int64_t *coordinates, const void *values,
                       int reject_duplicates, weft_tensor **tensor,
                       char **error);

/* How weft_tensor_from_arrays takes arrays; flags that may be combined. */
enum {
  /* Coordinates and components are not read. A kernel that runs on arrays which
   * break the rules of their format has undefined behaviour. */
  WEFT_ARRAYS_TRUSTED = 1,
  /* Arrays that cannot be used where they lie are copied: those that are not
   * aligned to their elements, and those with coordinates out of order or
   * repeated, which are sorted and summed. */
  WEFT_ARRAYS_CONVERT = 2,
  /* Results may be computed into the arrays (weft_kernel_run_into). Not
   * together with WEFT_ARRAYS_CONVERT, which may make a copy. */
  WEFT_ARRAYS_WRITABLE = 4
};
typedef void (*weft_release_function)(void *context);

/* Makes a tensor of the arrays of its format, where they lie. `format`, `type`,
 * `order` and `dims` are as above; a format with slots takes their number after
 * the sizes. There are `num_arrays` arrays in the order that TensorABI.h gives,
 * the components last: `lengths` counts their elements, integers of the
 * widths, as of "CSR{pos=64,crd=64}". Longer arrays than the format needs are
 * cut. Positions must start at zero and never decrease, coordinates must lie
 * within the dimensions and, unless WEFT_ARRAYS_TRUSTED is set, have the order
 * and the uniqueness of the format.
 *
 * On success, the caller leaves positions and coordinates unchanged, and
 * changes components only between calls that use the tensor, until `release`
 * (which may be NULL) was called with `context`: once, on any thread, when the
 * tensor is freed, or before the function returns if the arrays were copied.
 * After a failure `release` is not called. */
int weft_tensor_from_arrays(const char *format, const char *type, int64_t order,
                            const int64_t *dims, int64_t num_arrays,
                            const void *const *data, const int64_t *lengths,
                            int flags, weft_release_function release,
                            void *context, weft_tensor **tensor, char **error);
/* Whether the tensor borrows its arrays from the caller. */
int weft_tensor_is_borrowed(const weft_tensor *tensor);

/* Hands the arrays of a tensor over and frees the tensor: `data` and `lengths`
 * have room for weft_tensor_num_arrays. Each array is freed with
 * weft_array_free. Refused for borrowed arrays. */
int weft_tensor_take_arrays(weft_tensor *tensor, void **data, int64_t *lengths,
                            char **error);
void weft_array_free(void *data);

/* Makes a tensor with the same entries in another format, as NULL and "" mean
 * above, and of another type, unless that is NULL or empty. Numbers are rounded
 * as by weft_convert_values. */
int weft_tensor_convert(const weft_tensor *tensor, const char *format,
                        const char *type, weft_tensor **converted,
                        char **error);

/* Reads a .mtx, .ttx, .tns, .rb or .npy file (also .gz and .xz), or a .npz or
 * .h5 file, into a format, of which NULL and "" are as above. An empty or NULL
 * `type` takes the file's own (f64 unless the file says otherwise). A negative
 * `order` takes the file's own, for which `format` must be one: "CSF" is one
 * for any. `dims` may be NULL; otherwise it has `order` sizes and must hold
 * every coordinate of the file (most .tns files have no sizes of their own). */
int weft_tensor_read(const char *path, const char *format, const char *type,
                     int64_t order, const int64_t *dims, int reject_duplicates,
                     weft_tensor **tensor, char **error);

/* The same with options: words separated by spaces, or NULL:
 *   reject-duplicates  entries with equal coordinates are an error
 *   zero-based         the indices of a .mtx, .ttx or .tns file start at zero
 */
int weft_tensor_read_with(const char *path, const char *format,
                          const char *type, int64_t order, const int64_t *dims,
                          const char *options, weft_tensor **tensor,
                          char **error);

/* Writes a tensor to a .mtx, .ttx, .tns, .rb or .npy file (also .gz and .xz),
 * or to a .npz or .h5 file, whole or not at all. */
int weft_tensor_write(const weft_tensor *tensor, const char *path,
                      char **error);

int64_t weft_tensor_order(const weft_tensor *tensor);
/* The sizes of the modes, and then the number of slots of a format with slots;
 * valid as long as the tensor. */
const int64_t *weft_tensor_dims(const weft_tensor *tensor);
/* The format, as weft_tensor_create takes it; valid as long as the tensor. */
const char *weft_tensor_format(const weft_tensor *tensor);
/* The type's name, e.g. "f64"; never freed. */
const char *weft_tensor_type(const weft_tensor *tensor);
/* How many entries are stored, explicit zeros included. */
int64_t weft_tensor_num_stored(const weft_tensor *tensor);
/* Writes all stored entries in storage order: `coordinates` takes
 * num_stored x order numbers, `values` num_stored components. */
int weft_tensor_entries(const weft_tensor *tensor, int64_t *coordinates,
                        void *values, char **error);
/* Writes the component that all coordinates have which are not stored: zero,
 * unless the format says otherwise (as "CSR{fill=inf}" does). */
int weft_tensor_fill(const weft_tensor *tensor, void *value, char **error);
/* The levels of the storage with their arrays, and the values, as text. Long
 * arrays are cut. */
int weft_tensor_print(const weft_tensor *tensor, char **text, char **error);
/* The raw arrays of the storage, in the order that TensorABI.h gives. */
int64_t weft_tensor_num_arrays(const weft_tensor *tensor);
int weft_tensor_array(const weft_tensor *tensor, int64_t index,
                      const void **data, int64_t *length, char **error);
/* How many bytes they take together. */
int64_t weft_tensor_num_bytes(const weft_tensor *tensor);
/* Compares the components of two tensors of the same sizes and type, in any
 * formats. `text` becomes the place of the first difference with both
 * components, or an empty text, and is freed with weft_string_free(). Numbers
 * that are not integers may differ by rounding: by one part in 10^9 of the
 * largest, or one in 10^4 if they have 32 bits or less. Reports progress as
 * the stage "running", and gives WEFT_CANCELLED if that ends the call. */
int weft_tensor_difference(const weft_tensor *expected,
                           const weft_tensor *actual, char **text,
                           char **error);
/* Whether the last of them holds records of a coordinate and a component, as in
 * "CSR{packed}", and not the components alone. */
int weft_tensor_is_packed(const weft_tensor *tensor);
void weft_tensor_free(weft_tensor *tensor);

/*--- Tensors on a GPU ------------------------------------------------------*/

/* Copies the arrays of a tensor to a device, by its number from 0, where
 * kernels with target=gpu take them from then on. The arrays on the host stay.
 * The caller of weft_tensor_from_arrays who has changed components calls this
 * again.
 *
 * If all operands that have modes are on a device, new results that have modes
 * stay there, and are on the host when weft_tensor_to_host has copied them.
 * Until then, functions that look into arrays refuse them, as do kernels that
 * were compiled without target=gpu. weft_kernel_run_into leaves a result in the
 * tensor that it is given on the device as well. */
int weft_tensor_to_device(weft_tensor *tensor, int64_t device, char **error);
/* Copies the arrays of a tensor that are on a device only to the host, and
 * frees those on the device. Nothing is done for a tensor of the host. */
int weft_tensor_to_host(weft_tensor *tensor, char **error);
/* The same, but those on the device stay, and several threads may call it. */
int weft_tensor_update_host(const weft_tensor *tensor, char **error);
/* The number of the device that a tensor has arrays on; -1 if it has none. */
int64_t weft_tensor_device(const weft_tensor *tensor);
/* Whether the host has the tensor, too. */
int weft_tensor_is_on_host(const weft_tensor *tensor);

/* Makes a tensor of arrays that the caller has on a device. All is as for
 * weft_tensor_from_arrays, but `data` has addresses on the device, as those of
 * cudaMalloc. Positions and coordinates are copied to the host, components are
 * not. WEFT_ARRAYS_CONVERT is refused. Kernels do not wait for work that the
 * caller has begun on the device: it must be done before. */
int weft_tensor_from_device_arrays(const char *format, const char *type,
                                   int64_t order, const int64_t *dims,
                                   int64_t num_arrays, const uint64_t *data,
                                   const int64_t *lengths, int flags,
                                   int64_t device,
                                   weft_release_function release, void *context,
                                   weft_tensor **tensor, char **error);
/* The address of an array on the device, as weft_tensor_array gives that on the
 * host; 0 if the array is empty. */
int weft_tensor_device_array(const weft_tensor *tensor, int64_t index,
                             uint64_t *address, int64_t *length, char **error);

/* Limits what this process may hold on each device, in bytes; zero or less
 * restores the default, which is the environment's WEFT_GPU_MEMORY or else what
 * the device has. */
void weft_set_device_memory_limit(int64_t bytes);

/* What this process has done on devices. The fields from `emulated` on are
 * those of the PTX machine (docs/ptx-machine.md), zero on a device. New fields
 * are added at the end. */
typedef struct weft_device_counts {
  int64_t launches;
  int64_t copies_to_device, bytes_to_device;
  int64_t copies_to_host, bytes_to_host;
  double kernel_time, copy_time; /* in milliseconds */
  int64_t modules;               /* loaded now, whatever was reset */
  int64_t emulated;              /* 1 if the PTX machine has run */
  /* Blocks, warps, and instructions of warps and of their active lanes. */
  int64_t blocks, warps, warp_instructions, lane_instructions;
  /* Instructions of the warp that has most of them. */
  int64_t longest_warp;
  /* Accesses of global memory by warps, the sectors of 32 bytes of each, the
   * bytes of each lane, and the sectors that a launch accesses at least
   * once. */
  int64_t requests, sectors, bytes, unique_sectors;
  int64_t atomics, barriers;
  /* Of the bytes that were copied, those through pinned memory of the host. */
  int64_t bytes_pinned;
} weft_device_counts;

/* Writes the counts since the last reset; `size` is that of the structure that
 * the caller knows. */
void weft_device_get_counts(weft_device_counts *counts, int64_t size);
void weft_device_reset_counts(void);

/*--- Plugins ---------------------------------------------------------------*/

/* Loads a plugin: a shared library with dialects of MLIR that is linked against
 * libWeftCore. From then on, formats may have its level types, as in
 * "{dense,strided.every<3>}", and the formats that it names, and expressions
 * may call its operators, in this process. Kernels that are compiled already
 * stay as they are. A plugin that is loaded again is left as it is. */
int weft_load_plugin(const char *path, char **error);

/*--- Kernels ---------------------------------------------------------------*/

/* Sets the number of threads of parallel loops in this process. 0 uses OpenMP's
 * setting (OMP_NUM_THREADS, or all processors); values above 1024 count as
 * 1024. */
void weft_set_num_threads(int32_t count);

/* Compiles `text`, e.g. "y(i) = A(i,j) * x(j)". `formats` has one entry
 * "NAME:FORMAT" and `types` one entry "NAME:TYPE" per tensor that is not dense
 * or not f64; both may be NULL when their count is 0. `options` is a list of
 * words separated by spaces, or NULL:
 *   strict-fp          no reassociation of floating-point operations
 *   strict-zero        0 * inf and 0 * NaN count where a factor is absent
 *   workspace=[RESULT:]dense|bitmap|sparse_set|hashed|list
 *   assembly=fused|assemble|compute|two_phase
 *   drop-fill          components of sparse results that turn out to be the
 *                      fill (zero, unless the format says otherwise) are not
 *                      stored
 *   merge=auto|two_finger|gallop
 *                      how segments are intersected: step by step, by search,
 *                      or, by default, by search where one is 16 times as long
 *                      as another
 *   schedule=COMMANDS  transformations of the loops, without spaces, such as
 *                      split(i,i0,i1,32),reorder(i0,j,i1); none for the loops
 *                      as they are; default first to change what is chosen
 *                      without it, only first to choose nothing else; several
 *                      are lines of one schedule. Without
 *                      it, tiles of dense modes become vectors, and threads
 *                      share outermost loops over dense results that take long.
 *   schedule=auto      the schedule is chosen when the kernel first runs on
 *                      operands of some sizes, as weft_choose_schedule() does;
 *                      the kernel is compiled then. One that is refused is
 *                      replaced by the default. weft_kernel_print() shows the
 *                      kernel that ran last
 *   tune-calls         as schedule=auto; and other schedules are measured after
 *                      calls of weft_kernel_run() and weft_kernel_run_sized(),
 *                      on their operands, within 5 % of the time of the calls.
 *                      Faster ones are taken, with the same results
 *   check-accesses     the kernel checks every access of an array, and fails
 *                      where one is out of bounds
 *   allow-races        a loop with IgnoreRaces may leave any of the values that
 *                      its iterations assign
 *   deterministic      a schedule by which the number of threads changes bits
 *                      of the results is refused
 *   target=cpu|gpu     what runs the loops; with gpu, the blocks, warps and
 *                      threads of a GPU, by the schedule or else by default
 *   device=N           the number of the GPU that runs them, from 0
 *   opt=0..3           how much LLVM optimizes
 *   machine=NAME       what is not said by a schedule is chosen for a known
 *                      processor, as znver4; machine=FIELD=VALUE, after it or
 *                      by itself, for one with this field of its description
 *                      (weft_machine_print); else for the host
 *   name=IDENTIFIER    what object files call the kernel
 *   tensor=NAME        a name without parentheses is a scalar, whatever else it
 *                      might be
 *   patterns[=KIND]    the text is a program of patterns (see
 *                      weft_compile_patterns); program= and sums= go with it
 *   size=NAME:SIZES    sizes that are known already, as j:10 or A:3,4; needed
 *                      for an index variable that no tensor has a mode for, as
 *                      j in sum(j, 1)
 *   statistics=NAME:KEY=NUMBERS;...
 *                      what is known of a tensor: its sizes and entries, and
 *                      what weft_kernel_statistics counts, for example
 *                      A:sizes=4x5;entries=6; products of several factors are
 *                      planned with it
 *   plan=on|off|always whether they are, where steps are much less work, or
 *                      whatever they save
 *   no-code            no machine code: the kernel can only be printed
 *   cache              the kernel may come from the user's cache, where another
 *                      process has left it, and is left there for others: see
 *                      docs/interfaces.md
 */
int weft_compile(const char *text, const char *const *formats,
                 int64_t num_formats, const char *const *types,
                 int64_t num_types, const char *options, weft_kernel **kernel,
                 char **error);

/* The same for a text that calls functions which its author defined:
 * `functions` is a text in MLIR with one `algebra.operator` for each of them,
 * and `functions_name` what messages call it (a path, or NULL). */
int weft_compile_with_functions(const char *text, const char *functions,
                                const char *functions_name,
                                const char *const *formats, int64_t num_formats,
                                const char *const *types, int64_t num_types,
                                const char *options, weft_kernel **kernel,
                                char **error);

/* Compiles a program of patterns over dependent arrays, as docs/patterns.md
 * describes it. Parameters and results are tensors of the kernel: parameters of
 * a format are stored in it, arrays whose lengths are the same everywhere are
 * dense, and any other array is a dense list of its scalars. Results have the
 * name of the program. `options` are those of weft_compile(), and
 *   program=NAME       the program of the text, if it has several
 *   patterns=auto|index-notation|loops
 *                      what the program becomes: index notation where it is
 *                      that (auto), or always, or loops of its own
 *   sums=loop|closed|table
 *                      what sums of sizes become where loops are its own: a
 *                      loop each, closed forms or loops, or, by default, closed
 *                      forms or tables of prefix sums
 *   schedule=RULES     rules such as stride_reduce(8),set_mapping(par)
 *   size=NAME:VALUE    the value of a natural number, needed for one that is
 *                      the size of no tensor */
int weft_compile_patterns(const char *text, const char *options,
                          weft_kernel **kernel, char **error);

/* Whether a kernel was not compiled, but found in the cache. */
int weft_kernel_is_cached(const weft_kernel *kernel);

/* The tensors of a kernel in the order of its signature: results first. */
int64_t weft_kernel_num_tensors(const weft_kernel *kernel);
int64_t weft_kernel_num_results(const weft_kernel *kernel);
/* Valid as long as the kernel. */
const char *weft_kernel_tensor_name(const weft_kernel *kernel, int64_t index);
int64_t weft_kernel_tensor_order(const weft_kernel *kernel, int64_t index);
/* The format and the type as weft_tensor_create takes them. */
const char *weft_kernel_tensor_format(const weft_kernel *kernel, int64_t index);
const char *weft_kernel_tensor_type(const weft_kernel *kernel, int64_t index);
/* The index variable that first indexes a mode, or NULL if none does. */
const char *weft_kernel_tensor_variable(const weft_kernel *kernel,
                                        int64_t index, int64_t mode);
/* The line of the text where a tensor is first, and a second one with a caret
 * below it, for messages about the tensor; valid as long as the kernel. */
const char *weft_kernel_tensor_excerpt(const weft_kernel *kernel,
                                       int64_t index);

/* Runs a kernel. `operands` holds the tensors after the results in the order of
 * the signature; their formats and types must be those compiled for, and sizes
 * must agree. `result_dims` may be NULL; otherwise it holds for each result
 * NULL or its sizes, needed only where no operand gives them. Fills `results`
 * with new tensors. */
int weft_kernel_run(const weft_kernel *kernel,
                    const weft_tensor *const *operands, int64_t num_operands,
                    const int64_t *const *result_dims, weft_tensor **results,
                    int64_t num_results, char **error);

/* The same with sizes as text: "y:100" or "A:10,20" for a tensor, "i:100" for
 * an index variable. */
int weft_kernel_run_sized(const weft_kernel *kernel,
                          const weft_tensor *const *operands,
                          int64_t num_operands, const char *const *sizes,
                          int64_t num_sizes, weft_tensor **results,
                          int64_t num_results, char **error);

/* The same with results in memory of the caller. `results` holds for each
 * result NULL, which becomes a new tensor, or a tensor that the result is
 * computed into, and which stays the caller's: one of the format, type and
 * sizes of the result, all of whose levels are dense. Its arrays are its own,
 * as those of an earlier result are, or were given with WEFT_ARRAYS_WRITABLE.
 * They must overlap neither an operand nor another result, which is checked.
 * Its sizes are taken where no operand gives them. After a failure, the
 * components of the tensor are unspecified. */
int weft_kernel_run_into(const weft_kernel *kernel,
                         const weft_tensor *const *operands,
                         int64_t num_operands, const char *const *sizes,
                         int64_t num_sizes, weft_tensor **results,
                         int64_t num_results, char **error);

/* What a kernel's C source (weft_kernel_print at the level c) does, if a
 * program has compiled it: `tensors` has the arguments of its function, results
 * first, each a weft_tensor_data, and `error` is a weft_rt_error. Returns a
 * status. The arrays of results are memory of malloc. */
typedef int64_t (*weft_kernel_function)(void *const *tensors, void *error);

/* The same as weft_kernel_run_sized with a function in the place of the
 * kernel's own code. The results are checked; the function is trusted not to
 * read or write out of bounds. */
int weft_kernel_run_function(const weft_kernel *kernel,
                             weft_kernel_function function,
                             const weft_tensor *const *operands,
                             int64_t num_operands, const char *const *sizes,
                             int64_t num_sizes, weft_tensor **results,
                             int64_t num_results, char **error);

/* The same with results in memory of the caller, as weft_kernel_run_into takes
 * them. On entry, the array of a result whose tensor has memory is this memory.
 * The function fills it, or sets the array to memory of malloc, which is copied
 * and freed. After a failure, the components of the tensor are unspecified. */
int weft_kernel_run_function_into(const weft_kernel *kernel,
                                  weft_kernel_function function,
                                  const weft_tensor *const *operands,
                                  int64_t num_operands,
                                  const char *const *sizes, int64_t num_sizes,
                                  weft_tensor **results, int64_t num_results,
                                  char **error);

/* Prints the kernel at one level: pattern, tin, cin, lattice, scf, memref, c,
 * llvm, asm, graph, graph-dot, lattices, lattices-dot, header; expression for
 * the text with all sums written out, plan for the statements that are computed
 * in its place, schedule for the complete schedule, remarks for the
 * transformations that were applied and why others were not, notation for the
 * concrete notation on one line, or explain for how it works and why, in words,
 * and explain-html for the same as a page. */
int weft_kernel_print(const weft_kernel *kernel, const char *level, char **text,
                      char **error);

/* States statistics of operands, which are those of the kernel's signature in
 * its order, as words for the options of weft_compile(): compiled with them,
 * the same text may be computed in steps, which is less work. The text is empty
 * if no statement of the kernel can be planned, or if it is small, and is freed
 * with weft_string_free(). */
int weft_kernel_statistics(const weft_kernel *kernel,
                           const weft_tensor *const *operands,
                           int64_t num_operands, char **words, char **error);

/* Compiles the text of a kernel again for the statistics of such operands, with
 * all its other options. *planned is NULL if no other steps or loop orders are
 * less work; else it takes and returns tensors as the kernel does, and
 * weft_kernel_print() shows its steps at the level plan. */
int weft_kernel_plan(const weft_kernel *kernel,
                     const weft_tensor *const *operands, int64_t num_operands,
                     weft_kernel **planned, char **error);

/* What a program measured of a run, in milliseconds: to read the operands, to
 * compile the kernel, and to run it. */
typedef struct {
  double read, compile, run;
} weft_run_times;

/* Explains a kernel as weft_kernel_print does at the level explain or
 * explain-html, with the numbers of a run beside the costs of loops, and a
 * section of what tensors store and of the times. `tensors` holds those of the
 * signature, results first. */
int weft_kernel_explain(const weft_kernel *kernel, const char *level,
                        const weft_tensor *const *tensors, int64_t num_tensors,
                        const weft_run_times *times, char **text, char **error);

/* Prints the description of the processor that kernels are compiled for by
 * default, as lines that machine= takes; or that of a measured processor, if
 * name is not NULL. A name with a newline is a description, of which all fields
 * are printed; an error in it begins with "line ", its number and ": ". The
 * text is freed with weft_string_free(). */
int weft_machine_print(const char *name, char **text, char **error);

/* Writes the kernel as an object file and its C header; either path may be
 * NULL. */
int weft_kernel_write_object(const weft_kernel *kernel, const char *path,
                             const char *header_path, char **error);

/* The object file in memory; valid as long as the kernel. */
int weft_kernel_object(const weft_kernel *kernel, const void **data,
                       int64_t *size, char **error);

void weft_kernel_free(weft_kernel *kernel);

/*--- Schedules -------------------------------------------------------------*/

typedef struct weft_search weft_search; /* a search among schedules */

/* Enumerates schedules for the expression and the formats of a kernel, and
 * begins a search for a fast one. The caller compiles the expression with each
 * schedule that weft_search_next() proposes, runs it and reports the time. It
 * should compare the results with those of a kernel without a schedule.
 * `options` is a list of words separated by spaces, or NULL:
 *   strategy=exhaustive|random|halving|thompson
 *                      all schedules in order or in random order, successive
 *                      halving of a sample, or Thompson sampling
 *   seed=N             the seed of random choices
 *   size=NAME:SIZES    sizes that hold for all runs, as j:10 or A:3,4
 *   parameters=N       no schedules with more than N sizes of tiles
 *   values=N,N,...     the sizes of tiles; 8,16,32 by default
 *   divide             divide loops as well as split them
 *   off=PASS           do not trim the schedules by this pass
 *   target=cpu|gpu     schedules for a GPU; those of an expression can only be
 *                      printed
 * Schedules of a program of patterns are sequences of rules, which are searched
 * in order or at random; values= are sizes of chunks.
 * Kernels of several statements, of tensors stored in blocks or slots, or with
 * more than eight index variables are refused. */
int weft_search_create(const weft_kernel *kernel, const char *options,
                       weft_search **search, char **error);

/* The number of schedules, and one of them as text, as schedule= of
 * weft_compile() takes it, and its commands that make tiles, with K0, K1, ...
 * in the place of sizes. Texts are freed with weft_string_free(). */
int64_t weft_search_num_schedules(const weft_search *search);
char *weft_search_schedule(const weft_search *search, int64_t number);
char *weft_search_partition(const weft_search *search, int64_t number);

/* What was derived of the expression, what each pass removed and how many
 * schedules are left, in lines. The text is freed with weft_string_free(). */
char *weft_search_summary(const weft_search *search);

/* The number of the schedule to measure next, or -1 at the end. `runs`, if it
 * is not NULL, becomes how often to run it. */
int64_t weft_search_next(weft_search *search, int64_t *runs);

/* The time of the schedule that weft_search_next() proposed last; negative if
 * it was refused or is wrong. Other than the proposed schedules, times do not
 * have to be of this process. */
void weft_search_report(weft_search *search, double milliseconds);

void weft_search_free(weft_search *search);

/* Chooses a schedule for a kernel on operands without running one: the fastest
 * of the user's tuning store for operands of about the same sizes if `options`
 * is "cache" and the store has one, or else by an estimate of times, which
 * programs of patterns do not have: they are left without rules. `schedule`
 * becomes a text as schedule= of weft_compile() takes it, or "default";
 * `reason`, if it is not NULL, sentences that say why. Texts are freed with
 * weft_string_free(). The compiler may refuse the schedule. */
int weft_choose_schedule(const weft_kernel *kernel,
                         const weft_tensor *const *operands,
                         int64_t num_operands, const char *options,
                         char **schedule, char **reason, char **error);

typedef struct weft_tuning weft_tuning; /* what a search has found */

/* How many seconds a search takes unless its options say otherwise. */
enum { WEFT_TUNING_SECONDS = 30 };

/* Searches for the fastest schedule of a kernel on operands, until a budget is
 * spent or the progress callback ends the search, which is no failure. Each
 * schedule is compiled with the other options of the kernel, its results are
 * compared with those of the loops of the expression, and it is timed. Tried
 * are the default schedule, schedules that differ from it in one command, and
 * those of weft_search_create(). For a program of patterns, these are sequences
 * of rules, whose results are compared with those of the program without rules
 * on the CPU; with target=gpu, times are those of kernels, without copies. The
 * arguments of the run are those of weft_kernel_run_sized(). `options` is a
 * list of words separated by spaces, or NULL: those of weft_search_create() (by
 * default parameters=2 and strategy=thompson, or strategy=exhaustive for
 * programs of patterns), and
 *   budget=SECONDS     how long to search; WEFT_TUNING_SECONDS by default.
 *                      The last third is for more runs of the fastest
 *   schedules=N        how many schedules to measure, in the place of a time
 *   cache              the user's tuning store has times of an earlier search,
 *                      and keeps those of this one
 *   cold               caches are emptied before each run
 * `records`, if not NULL, is what weft_tuning_records() gave for the same
 * kernel, operands of the same bucket, version and processor, and
 * `records_name` what messages call it (a path, or NULL). */
int weft_tune(const weft_kernel *kernel, const weft_tensor *const *operands,
              int64_t num_operands, const char *const *sizes, int64_t num_sizes,
              const char *options, const char *records,
              const char *records_name, weft_tuning **tuning, char **error);

/* A schedule that was tried. Texts are valid as long as the tuning. New fields
 * are added at the end. */
typedef struct {
  const char *schedule;   /* "default", or what schedule= takes */
  const char *partition;  /* its commands that make tiles, or what it changes */
  const char *status;     /* "measured", "refused", "wrong" (its result), "slow"
                             (given up), or "started": its process ended */
  double time, deviation; /* the least time of the runs and their standard
                             deviation, in milliseconds */
  int64_t runs;
  const char *reason; /* why it has no time, in one line; empty otherwise */
  int is_known;       /* whether the time is of an earlier search */
  double estimate; /* the time that the cost model estimates, in milliseconds;
                      negative if it does not */
} weft_trial;

/* How many schedules there are to try, the default included. */
int64_t weft_tuning_num_schedules(const weft_tuning *tuning);
/* How many were tried, and one of them: the fastest first, and those without a
 * time last. `size` is that of the structure that the caller knows. */
int64_t weft_tuning_num_trials(const weft_tuning *tuning);
int weft_tuning_trial(const weft_tuning *tuning, int64_t number,
                      weft_trial *trial, int64_t size, char **error);
/* The fastest schedule as text; valid as long as the tuning. */
const char *weft_tuning_best(const weft_tuning *tuning);
/* Whether the progress callback has ended the search. */
int weft_tuning_is_stopped(const weft_tuning *tuning);
/* All times of the kernel that are known, as a text to keep. */
int weft_tuning_records(const weft_tuning *tuning, char **text, char **error);
void weft_tuning_free(weft_tuning *tuning);

/* The records of a key in the user's tuning store, which lies beside the cache
 * of kernels, or an empty text. A record is a line that begins with a schedule
 * and a space. Records are those of this version and processor. The text is
 * freed with weft_string_free(). */
int weft_tuning_read(const char *key, char **records, char **error);

/* Adds records to those of a key, in the place of records of the same
 * schedules. A store that cannot be written to is not an error. */
int weft_tuning_add(const char *key, const char *records, char **error);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_C_WEFT_H */
