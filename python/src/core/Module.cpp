//===- Module.cpp - The extension module ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module and what belongs to no class.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <optional>

namespace nb = nanobind;
using namespace weft::python;

/// The class of errors, and those for statuses that have one of their own.
static PyObject *errorClass, *outOfMemoryError, *missingFileError,
    *fileAccessError;

PyObject *weft::python::getErrorClass() { return errorClass; }

static PyObject *findClass(int status) {
  switch (status) {
  case WEFT_OUT_OF_MEMORY:
    return outOfMemoryError;
  case WEFT_NO_FILE:
    return missingFileError;
  case WEFT_FILE_ACCESS:
    return fileAccessError;
  default:
    return nullptr;
  }
}

/// Makes a class that is an Error and what Python raises in such a case.
static PyObject *makeClass(nb::module_ &module, const nb::object &error,
                           const char *name, PyObject *builtin,
                           const char *doc) {
  nb::tuple bases = nb::make_tuple(error, nb::borrow(builtin));
  std::string qualified = std::string("weft_sparse.") + name;
  PyObject *made =
      PyErr_NewExceptionWithDoc(qualified.c_str(), doc, bases.ptr(), nullptr);
  if (!made)
    throw nb::python_error();
  module.attr(name) = nb::borrow(made);
  return made;
}

void weft::python::throwError(int status, char *message) {
  // The signal handler of Python has ended the call.
  if (PyErr_Occurred()) {
    weft_string_free(message);
    throw nb::python_error();
  }
  std::string text = message ? message : "not enough memory";
  weft_string_free(message);
  if (PyObject *type = findClass(status)) {
    PyErr_SetString(type, text.c_str());
    throw nb::python_error();
  }
  throw Error(text);
}

/// The identifier of the main thread, and whether it is in a call that
/// Control-C cancels. Changed with the GIL.
static unsigned long mainThread = 0;
static thread_local bool isInterruptible = false;

Interruptible::Interruptible()
    : isOutermost(!isInterruptible &&
                  PyThread_get_thread_ident() == mainThread) {
  if (!isOutermost)
    return;
  isInterruptible = true;
  weft_set_progress(report, nullptr);
}

Interruptible::~Interruptible() {
  if (!isOutermost)
    return;
  weft_set_progress(nullptr, nullptr);
  isInterruptible = false;
}

void Interruptible::setMainThread() {
  mainThread = PyThread_get_thread_ident();
}

int Interruptible::report(void *, const char *, double) {
  nb::gil_scoped_acquire lock;
  return PyErr_CheckSignals();
}

NB_MODULE(_core, module) {
  module.doc() = "The C interface of Weft.";
  // Kernels are kept until the process ends.
  nb::set_leak_warnings(false);
  // A ValueError, since what fails is what the caller gave.
  nb::object error = nb::exception<Error>(module, "Error", PyExc_ValueError);
  errorClass = error.ptr();
  outOfMemoryError = makeClass(module, error, "OutOfMemoryError",
                               PyExc_MemoryError, "Memory does not suffice.");
  missingFileError =
      makeClass(module, error, "MissingFileError", PyExc_FileNotFoundError,
                "A file, or the folder to write it to, does not exist.");
  fileAccessError =
      makeClass(module, error, "FileAccessError", PyExc_OSError,
                "The system does not open, read or write a file.");
  mainThread = nb::cast<unsigned long>(
      nb::module_::import_("threading").attr("main_thread")().attr("ident"));
  // The thread that forks is the main thread of the child.
  nb::module_::import_("os").attr("register_at_fork")(
      nb::arg("after_in_child") =
          nb::cpp_function([] { Interruptible::setMainThread(); }));
  registerExit();
  bindArrays(module);
  bindTensor(module);
  bindKernel(module);
  bindNode(module);
  bindDeferred(module);
  bindCompute(module);
  module.def("version", [] { return std::string(weft_version()); });
  module.def("set_num_threads", [](int64_t count) {
    if (count < 0)
      throw Error(
          "expected a number of threads, or 0 for all processors, got " +
          std::to_string(count));
    weft_set_num_threads(std::min<int64_t>(count, 1024));
  });
  module.def("load_plugin", [](const std::string &path) {
    char *error = nullptr;
    int status;
    {
      Unlocked unlocked;
      status = weft_load_plugin(path.c_str(), &error);
    }
    check(status, error);
  });
  module.def(
      "print_machine",
      [](std::optional<std::string> name) {
        char *text = nullptr, *error = nullptr;
        int status;
        {
          Unlocked unlocked;
          status =
              weft_machine_print(name ? name->c_str() : nullptr, &text, &error);
        }
        check(status, error);
        std::string printed = text;
        weft_string_free(text);
        return printed;
      },
      nb::arg("name") = nb::none());
}
