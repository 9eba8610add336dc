//===- Hdf5Handle.h - Identifiers of libhdf5 --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libhdf5 opens is closed again, whatever happens in between.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_HDF5_HDF5HANDLE_H
#define WEFT_LIB_RUNTIME_HDF5_HDF5HANDLE_H

#include <hdf5.h>
#include <utility>

namespace weft {
namespace runtime {

/// An open object of libhdf5.
class Hdf5Handle {
public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(hid_t id, Close close) : id(id), close(close) {}
  Hdf5Handle(Hdf5Handle &&other) noexcept
      : id(std::exchange(other.id, -1)), close(other.close) {}
  Hdf5Handle(const Hdf5Handle &) = delete;
  ~Hdf5Handle() {
    if (id >= 0)
      close(id);
  }

  bool isOpen() const { return id >= 0; }
  operator hid_t() const { return id; }

private:
  hid_t id;
  Close close;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_HDF5_HDF5HANDLE_H
