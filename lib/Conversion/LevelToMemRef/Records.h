//===- Records.h - Coordinates and components side by side ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor in a packed format has an array of records, as TensorABI.h lays them
// out. Level functions never see it: an open tensor has a view of the
// coordinates in it and one of the components, and an assembled tensor gets its
// records in the end (docs/decisions/storage-formats.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_RECORDS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_RECORDS_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

namespace weft {

/// The records of a type of coordinates and one of components.
class RecordLayout {
public:
  RecordLayout(mlir::Type coordinate, mlir::Type component);

  /// The bytes of a record.
  int64_t getBytes() const { return 2 * half; }

  /// The types of an array of records, which are bytes, and of the views of
  /// their fields.
  mlir::MemRefType getRecordsType() const;
  mlir::MemRefType getCoordinatesType() const;
  mlir::MemRefType getComponentsType() const;

  /// Views of the coordinates and of the components of records.
  ValuePair emitFields(mlir::ImplicitLocOpBuilder &b,
                       mlir::Value records) const;

  /// Makes records of two arrays of one length, which are freed.
  mlir::Value emitRecords(mlir::ImplicitLocOpBuilder &b,
                          mlir::Value coordinates,
                          mlir::Value components) const;

private:
  mlir::Type coordinate, component;
  /// The bytes of each half of a record.
  int64_t half;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_RECORDS_H
