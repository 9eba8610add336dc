//===- Core.h - Handles of the C interface in Python ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes of the extension module: thin owners of the handles of Weft.h.
// What users see is written in Python on top of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PYTHON_CORE_H
#define WEFT_PYTHON_CORE_H

#include "weft-c/Weft.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft {
namespace python {

/// A failure of the C interface that is none of memory or files;
/// weft_sparse.Error in Python.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The class of Error in Python.
PyObject *getErrorClass();

/// Throws the message of a call that has failed with a status, and frees it: as
/// an exception of the class of weft_sparse for that status.
[[noreturn]] void throwError(int status, char *message);

/// Throws if a call has failed, which may stand in the place of the status: the
/// message is read afterwards.
inline void check(int status, char *const &message) {
  if (status != 0)
    throwError(status, message);
}

/// Releases the GIL. If the interpreter is about to end, the destructor blocks
/// until the process exits, but on the thread that ends it.
class Unlocked {
public:
  Unlocked() : state(PyEval_SaveThread()) {}
  ~Unlocked();
  Unlocked(const Unlocked &) = delete;
  Unlocked &operator=(const Unlocked &) = delete;

private:
  PyThreadState *state;
};

/// Calls a function with the GIL, on any thread; or not, if the interpreter is
/// about to end.
void runLocked(const std::function<void()> &function);

/// Makes threads wait when the interpreter ends.
void registerExit();

/// Lets Control-C cancel C calls of the main thread, the only one on which
/// Python runs signal handlers. `check` then throws KeyboardInterrupt. Those of
/// calls that a signal handler makes do nothing.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

  /// Says that this thread is the main thread.
  static void setMainThread();

private:
  static int report(void *context, const char *stage, double fraction);

  bool isOutermost;
};

/// A stored tensor. Immutable, and thus safe to use from several threads.
class Tensor {
public:
  explicit Tensor(weft_tensor *handle) : handle(handle, weft_tensor_free) {}

  const weft_tensor *get() const { return handle.get(); }
  /// For who has made the handle, and has not shown it to others.
  weft_tensor *getMutable() const { return handle.get(); }

private:
  std::shared_ptr<weft_tensor> handle;
};

/// A compiled kernel. Safe to run from several threads.
class Kernel {
public:
  explicit Kernel(weft_kernel *handle) : handle(handle, weft_kernel_free) {}

  const weft_kernel *get() const { return handle.get(); }

private:
  std::shared_ptr<weft_kernel> handle;
};

/// An array of NumPy, or of anything else with a buffer or DLPack, in the
/// memory of this process and without gaps between its elements.
using Array = nanobind::ndarray<nanobind::ro, nanobind::device::cpu>;

/// The type of a component, e.g. "f64", of an array; throws if it has none.
const char *getTypeName(nanobind::dlpack::dtype type);
/// The type of arrays with components of a type, e.g. "f64".
nanobind::dlpack::dtype getArrayType(const std::string &name);

/// A read-only view of an array of a tensor, whose elements are of a type, e.g.
/// "i32". It keeps the tensor alive.
nanobind::object viewArray(const Tensor &tensor, int64_t index,
                           const char *type);

/// Adds what such views hold.
void bindArrays(nanobind::module_ &module);

/// The sizes of a tensor as a tuple.
nanobind::tuple getShape(const Tensor &tensor);

/// A tensor of the arrays of another one.
Tensor shareArrays(const Tensor &tensor);

/// A dense tensor of a copy of an array of NumPy; None if the array is large,
/// so that it is better copied without the interpreter's lock, or if it is none
/// that `Tensor.of_dense` takes.
nanobind::object copyDense(const nanobind::object &array);

void bindTensor(nanobind::module_ &module);
/// Adds what moves tensors to a GPU and back.
void bindDevice(nanobind::class_<Tensor> &tensor);
/// Adds what makes tensors of arrays that exist.
void bindShared(nanobind::class_<Tensor> &tensor);
void bindKernel(nanobind::module_ &module);

} // namespace python
} // namespace weft

#endif // WEFT_PYTHON_CORE_H
