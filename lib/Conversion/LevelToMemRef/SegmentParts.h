//===- SegmentParts.h - Segments that threads fill --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parts of a loop that fill segments do to the array of their bounds
// (Segments.h). Between the two phases it is longer: behind what is said of all
// `parents` parents comes what each part says of them, one part after the
// other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTPARTS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTPARTS_H

#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/PartEmitter.h"

namespace weft {

/// Makes room in `pos` for what `numParts` parts count.
void emitForkCounts(const LevelSite &site, mlir::Value &pos,
                    mlir::Value parents, mlir::Value numParts);

/// Keeps in `pos` what the part of a number has counted in an array of its own,
/// which is freed.
void emitKeepCounts(const LevelSite &site, mlir::Value pos, mlir::Value part,
                    mlir::Value parents, mlir::Value number);

/// Adds what the parts have counted to the numbers of children, and puts in its
/// stead how many children of a parent come before those of the part.
void emitJoinCounts(const LevelSite &site, mlir::Value pos,
                    mlir::Value parents);

/// How many parts have counted.
mlir::Value emitCountedParts(const LevelSite &site, mlir::Value pos,
                             mlir::Value parents);

/// An array of the places at which a part stores its next child of each parent,
/// where `pos` has the begins of segments, and with each of them where it is
/// there.
mlir::Value emitPlaces(const LevelSite &site, mlir::Value pos,
                       mlir::Value parents, mlir::Value number);

/// Makes bounds of the begins of segments in `pos`, as taking all of the
/// `count` children would have, and leaves out what parts said.
void emitJoinPlaces(const LevelSite &site, mlir::Value &pos,
                    mlir::Value parents, mlir::Value count);

/// The part of an emitter that fills segments by threads, where the state of
/// the level has the array of bounds under the number `Pos` and how many
/// children there are under `Count`.
template <typename Base, unsigned Pos, unsigned Count>
struct FilledSegments : Base {
  void forkCounts(mlir::Attribute, const LevelSite &site, ValueVector &state,
                  mlir::Value parents, mlir::Value numParts) const {
    emitForkCounts(site, state[Pos], parents, numParts);
  }
  void beginCounts(mlir::Attribute, const LevelSite &site, ValueVector &state,
                   mlir::Value parents) const {
    state[Pos] = emitCounts(site, parents);
  }
  void keepCounts(mlir::Attribute, const LevelSite &site,
                  mlir::ValueRange state, mlir::ValueRange part,
                  mlir::Value parents, mlir::Value number) const {
    emitPositionCheck(site, part[Count]);
    emitKeepCounts(site, state[Pos], part[Pos], parents, number);
  }
  void joinCounts(mlir::Attribute, const LevelSite &site, ValueVector &state,
                  mlir::Value parents) const {
    emitJoinCounts(site, state[Pos], parents);
  }
  mlir::Value numParts(mlir::Attribute, const LevelSite &site,
                       mlir::ValueRange state, mlir::Value parents) const {
    return emitCountedParts(site, state[Pos], parents);
  }
  void beginPlaces(mlir::Attribute, const LevelSite &site, ValueVector &state,
                   mlir::Value parents, mlir::Value number) const {
    state[Pos] = emitPlaces(site, state[Pos], parents, number);
  }
  void endPlaces(mlir::Attribute, const LevelSite &site,
                 mlir::ValueRange part) const {
    emitFree(site.builder, part[Pos]);
  }
  void joinPlaces(mlir::Attribute, const LevelSite &site, ValueVector &state,
                  mlir::Value parents) const {
    emitJoinPlaces(site, state[Pos], parents, state[Count]);
  }
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTPARTS_H
