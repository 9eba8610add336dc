//===- StorageLayout.h - Arrays of a stored tensor --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that a tensor, a stored tensor or a builder becomes: the sizes of
// its modes, for every level its arrays or its state, and the components. This
// order is that of TensorABI.h.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_STORAGELAYOUT_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_STORAGELAYOUT_H

#include "Records.h"

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"
#include "weft/Dialect/Level/IR/LevelFill.h"

#include "mlir/Transforms/DialectConversion.h"

namespace weft {

/// The values of a tensor, by part.
struct StorageParts {
  llvm::SmallVector<mlir::Value> sizes;
  /// The arrays or the state of each level.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> levels;
  /// The array of components, or of the records that a tensor has in a packed
  /// format, where the last level lacks its coordinates.
  mlir::Value values;

  llvm::SmallVector<mlir::Value> flatten() const;
};

/// How a tensor is represented by values.
class StorageLayout {
public:
  /// The layout of a ranked tensor, stored tensor or builder type; failure if
  /// its format cannot be lowered.
  static mlir::FailureOr<StorageLayout> get(mlir::Type type);

  /// As `get`, but says what is wrong.
  static mlir::LogicalResult
  verify(mlir::Type type,
         llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  mlir::RankedTensorType getTensor() const { return tensor; }
  mlir::Type getElementType() const { return tensor.getElementType(); }
  level::Assembly getAssembly() const { return assembly; }
  int64_t getNumLevels() const { return levelStates.size(); }
  /// How many sizes there are: those of the modes and the number of slots.
  int64_t getNumSizes() const {
    level::FormatAttr self = format;
    return self.getNumSizes();
  }

  /// How many levels store a slot: none or one.
  int64_t getNumSlots() const { return getNumSizes() - tensor.getRank(); }

  level::LevelTypeAttrInterface getLevelType(int64_t level) const;
  /// The level type of a level by one of the interfaces that emit its level
  /// functions; null if it does not have it.
  template <typename EmitterTy> EmitterTy getEmitter(int64_t level) const {
    return mlir::dyn_cast<EmitterTy>(getLevelType(level));
  }

  /// That which assembles a level of a builder.
  AssemblyEmitterInterface getAssembler(int64_t level) const {
    return mlir::cast<AssemblyEmitterInterface>(getLevelType(level));
  }

  /// Whether the last level is appended to, so that components are as well.
  bool isLeafAppended() const;
  /// Whether any level is appended to or grows with insertion, so that the
  /// number of components is not known when the assembly begins.
  bool isAnyAppended() const;
  /// The level below whose positions segments are filled one by one, when they
  /// are appended; none if there are no such segments.
  std::optional<int64_t> getFillingLevel() const;
  /// How many components there are below a position of a level, all levels
  /// below which are dense.
  mlir::Value emitSizeBelow(mlir::ImplicitLocOpBuilder &b,
                            mlir::ValueRange sizes, int64_t level) const;
  /// Whether the number of parents of `level` is known when the assembly
  /// begins.
  bool areParentsKnown(int64_t level) const;

  /// Whether a level stores no mode, but the slot of an entry.
  bool isSlotLevel(int64_t level) const;
  bool isCountedInSlots(int64_t level) const;
  bool countsInSlots() const {
    level::FormatAttr self = format;
    return self.countsInSlots();
  }
  /// The level that numbers the slots; the number of levels if none does.
  int64_t getNumberingLevel() const;

  /// The types of all values.
  llvm::SmallVector<mlir::Type> flatten() const;
  /// The types of all but the sizes.
  llvm::SmallVector<mlir::Type> getStateTypes() const {
    return llvm::to_vector(llvm::drop_begin(flatten(), getNumSizes()));
  }
  StorageParts split(mlir::ValueRange values) const;

  /// The records that tensors of this format have; none unless it is packed.
  std::optional<RecordLayout> getRecords() const;
  /// The parts of a tensor with its records taken apart, and put together
  /// again.
  StorageParts unpack(mlir::ImplicitLocOpBuilder &b, StorageParts parts) const;
  StorageParts pack(mlir::ImplicitLocOpBuilder &b, StorageParts parts) const;

  /// The number of coordinates in the dimension of a level.
  mlir::Value emitSize(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange sizes,
                       int64_t level) const;
  /// The site of the functions of a level.
  LevelSite getSite(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange sizes,
                    int64_t level) const;
  /// The value of every component that is not stored.
  mlir::Value emitFillValue(mlir::ImplicitLocOpBuilder &b) const {
    return level::emitFillValue(b, tensor);
  }

private:
  /// The number of the array of the last level that is packed.
  int64_t getPackedArray() const;

  mlir::RankedTensorType tensor;
  level::FormatAttr format;
  level::Assembly assembly = level::Assembly::Fused;
  llvm::SmallVector<llvm::SmallVector<mlir::Type>> levelStates;
  mlir::Type valuesType;
};

/// Converts tensors, stored tensors and builders to their values.
class StorageTypeConverter : public mlir::TypeConverter {
public:
  /// With `keepDense`, tensors without a format are not converted.
  explicit StorageTypeConverter(bool keepDense);

  /// Whether values of this type are converted.
  bool isStored(mlir::Type type) const;

private:
  bool keepDense;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_STORAGELAYOUT_H
