//===- StoredEmitter.h - Emitters of levels that are only read -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some level types have no assembly functions (thesis, table 2-12). Their
// emitters, here and in other projects, derive from what is here, which fails
// for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_STOREDEMITTER_H
#define WEFT_CONVERSION_LEVELTOMEMREF_STOREDEMITTER_H

#include "weft/Conversion/LevelToMemRef/MissingCapabilities.h"

namespace weft {

template <typename Model, typename AttrTy, template <typename> class... Traits>
struct StoredEmitter
    : EmitterModel<Model, AttrTy, WithoutAppend, WithoutInsert, Traits...> {
  using Site = const LevelSite &;
  using Attribute = mlir::Attribute;
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;

  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, mlir::Type, mlir::Type,
                     llvm::SmallVectorImpl<mlir::Type> &) const {}
  mlir::LogicalResult init(Attribute, Site, Value, ValueVector &) const {
    return mlir::failure();
  }
  mlir::LogicalResult initFrom(Attribute, Site, ValueRange,
                               ValueVector &) const {
    return mlir::failure();
  }
  mlir::LogicalResult reserve(Attribute, Site site, ValueVector &,
                              Value) const {
    // Levels of a format with slots are made when these are counted.
    return mlir::success(site.assembly == level::Assembly::Count);
  }
  mlir::FailureOr<Value> size(Attribute, Site, ValueRange, Value) const {
    return mlir::failure();
  }
  mlir::LogicalResult finalize(Attribute, Site, ValueRange, Value,
                               ValueVector &) const {
    return mlir::failure();
  }
};

} // namespace weft

#endif // WEFT_CONVERSION_LEVELTOMEMREF_STOREDEMITTER_H
