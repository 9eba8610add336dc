//===- MissingCapabilities.h - What level types do not emit -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level type has some of the five capabilities (thesis, section 2.4) and
// emits nothing for the others. Its emitter derives from the structs below for
// those that it does not have; the interface itself leaves out none, so that no
// level function is forgotten.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_MISSINGCAPABILITIES_H
#define WEFT_CONVERSION_LEVELTOMEMREF_MISSINGCAPABILITIES_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

namespace weft {

template <typename BaseT> struct WithoutCoordIterate : BaseT {
  mlir::FailureOr<ValuePair> coordBounds(mlir::Attribute, const LevelSite &,
                                         mlir::ValueRange, mlir::Value,
                                         mlir::ValueRange) const {
    return mlir::failure();
  }
  mlir::FailureOr<ValuePair> coordAccess(mlir::Attribute, const LevelSite &,
                                         mlir::ValueRange, mlir::Value,
                                         mlir::ValueRange) const {
    return mlir::failure();
  }
};

template <typename BaseT> struct WithoutPosAccess : BaseT {
  mlir::FailureOr<ValuePair> posAccess(mlir::Attribute, const LevelSite &,
                                       mlir::ValueRange, mlir::Value,
                                       mlir::ValueRange) const {
    return mlir::failure();
  }
};

template <typename BaseT> struct WithoutPosIterate : WithoutPosAccess<BaseT> {
  mlir::FailureOr<ValuePair> posBounds(mlir::Attribute, const LevelSite &,
                                       mlir::ValueRange, mlir::Value,
                                       mlir::Value) const {
    return mlir::failure();
  }
};

/// Positions do not tell whose children they are.
template <typename BaseT> struct WithoutParentOf : BaseT {
  mlir::FailureOr<mlir::Value> parentOf(mlir::Attribute, const LevelSite &,
                                        mlir::ValueRange, mlir::Value,
                                        mlir::Value, mlir::Value) const {
    return mlir::failure();
  }
};

template <typename BaseT> struct WithoutSearch : BaseT {
  mlir::FailureOr<mlir::Value> search(mlir::Attribute, const LevelSite &,
                                      mlir::ValueRange, mlir::Value,
                                      mlir::Value, mlir::Value,
                                      mlir::ValueRange) const {
    return mlir::failure();
  }
};

template <typename BaseT> struct WithoutLocate : BaseT {
  mlir::FailureOr<ValuePair> locate(mlir::Attribute, const LevelSite &,
                                    mlir::ValueRange, mlir::Value,
                                    mlir::ValueRange) const {
    return mlir::failure();
  }
};

template <typename BaseT> struct WithoutAppend : BaseT {
  mlir::FailureOr<mlir::Value> next(mlir::Attribute, const LevelSite &,
                                    mlir::ValueRange) const {
    return mlir::failure();
  }
  mlir::LogicalResult appendCoord(mlir::Attribute, const LevelSite &,
                                  ValueVector &, mlir::Value) const {
    return mlir::failure();
  }
  mlir::LogicalResult appendEdges(mlir::Attribute, const LevelSite &,
                                  ValueVector &, mlir::Value, mlir::Value,
                                  mlir::Value) const {
    return mlir::failure();
  }
};

template <typename BaseT> struct WithoutInsert : BaseT {
  mlir::FailureOr<mlir::Value> insertCoord(mlir::Attribute, const LevelSite &,
                                           ValueVector &, mlir::Value,
                                           mlir::ValueRange) const {
    return mlir::failure();
  }
};

namespace detail {
template <typename BaseT, template <typename> class... Traits>
struct EmitterBase {
  using Type = BaseT;
};
template <typename BaseT, template <typename> class First,
          template <typename> class... Others>
struct EmitterBase<BaseT, First, Others...> {
  using Type = First<typename EmitterBase<BaseT, Others...>::Type>;
};
} // namespace detail

/// What the emitter `Model` of the level type `AttrTy` derives from, given what
/// it does not have, or has in common with others.
template <typename Model, typename AttrTy, template <typename> class... Traits>
using EmitterModel = typename detail::EmitterBase<
    LevelEmitterInterface::ExternalModel<Model, AttrTy>, Traits...>::Type;

} // namespace weft

#endif // WEFT_CONVERSION_LEVELTOMEMREF_MISSINGCAPABILITIES_H
